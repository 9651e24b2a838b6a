//: $ saltus analyze
model Empty
  parameter Real p = 1;
end Empty;

//: Empty: 0 equations, 0 unknowns
//:   structural index    0
//:   degrees of freedom  0
//:   quasilinear         yes
