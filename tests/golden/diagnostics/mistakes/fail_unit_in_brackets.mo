//: $ saltus check
model UnitInBrackets
  parameter Real g = 9.81 [m/s2];
  Real x;
equation
  x = g*time;
end UnitInBrackets;

//: error[P0201]: expected `;` after the declaration, found `[`
//:  --> fail_unit_in_brackets.mo:3:27
//:   |
//: 3 |   parameter Real g = 9.81 [m/s2];
//:   |                           ^
//:   = help: a unit is an attribute: `Real g(unit = "m/s2") = 9.81`
