//: $ saltus simulate --quiet --stop 1
//: exit 3
model Tied "Positions that the rod does not allow"
  Real x(start = 1, fixed = true), y(start = 1, fixed = true), f;
equation
  der(der(x)) = -f*x;
  der(der(y)) = -f*y - 9.81;
  x^2 + y^2 = 1;
end Tied;

//: error[I0501]: the start conditions contradict the equations
//:  --> fail_start_off_the_circle.mo:8:3
//:   |
//: 4 |   Real x(start = 1, fixed = true), y(start = 1, fixed = true), f;
//:   |        -                           - fixed at 1
//:   |        |
//:   |        fixed at 1
//: ...
//: 8 |   x^2 + y^2 = 1;
//:   |   ^^^^^^^^^^^^^ off by 1
//:   = help: remove `fixed = true` from one of `x`, `y`
