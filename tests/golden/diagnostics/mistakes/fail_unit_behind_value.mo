//: $ saltus check
model UnitBehindValue
  parameter Real g = 9.81 m/s2;
  Real x;
equation
  x = g*time;
end UnitBehindValue;

//: error[P0201]: expected `;` after the declaration, found `m`
//:  --> fail_unit_behind_value.mo:3:27
//:   |
//: 3 |   parameter Real g = 9.81 m/s2;
//:   |                           ^
//:   = help: an operator is missing: a product is written with `*`, a call with parentheses
//:   = help: a unit is an attribute: `Real g(unit = "m/s2") = 9.81`
