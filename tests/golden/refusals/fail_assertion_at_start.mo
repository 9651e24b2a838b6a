//: $ saltus simulate --quiet --stop 2
//: exit 3
model Full
  parameter Real capacity = 1;
  Real h(start = 2, fixed = true);
equation
  der(h) = -1;
  assert(h <= capacity, "the tank is fuller than it can be");
end Full;

//: error[X0606]: assertion failed at t = 0: the tank is fuller than it can be
//:  --> fail_assertion_at_start.mo:8:3
//:   |
//: 8 |   assert(h <= capacity, "the tank is fuller than it can be");
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//:   = the results end here
