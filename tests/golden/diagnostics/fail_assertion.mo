//: $ saltus simulate --stop 1 --quiet
//: exit 3
model TooHot
  Real T(start = 300, fixed = true);
equation
  der(T) = 10;
  assert(T < 305, "the bearing is too hot");
end TooHot;

//: error[X0606]: assertion failed at t = 0.5: the bearing is too hot
//:  --> fail_assertion.mo:7:3
//:   |
//: 7 |   assert(T < 305, "the bearing is too hot");
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//:   = the results end here
