//: $ saltus check
model Angle
  Real phi = atan2(sin(time));
end Angle;

//: error[N0206]: `atan2` takes 2 arguments, found 1
//:  --> fail_wrong_argument_count.mo:3:14
//:   |
//: 3 |   Real phi = atan2(sin(time));
//:   |              ^^^^^^^^^^^^^^^^
//:   = help: it is called as `atan2(u1, u2)`
