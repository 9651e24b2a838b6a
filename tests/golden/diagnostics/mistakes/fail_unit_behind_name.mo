//: $ saltus check
model UnitBehindName
  parameter Real g[m/s2] = 9.81;
  Real x;
equation
  x = g*time;
end UnitBehindName;

//: error[P0302]: arrays are not supported yet
//:  --> fail_unit_behind_name.mo:3:19
//:   |
//: 3 |   parameter Real g[m/s2] = 9.81;
//:   |                   ^
//:   = help: write one scalar per element: `x1`, `x2`, `x3`
//:   = help: a unit is an attribute: `Real g(unit = "m/s2")`
