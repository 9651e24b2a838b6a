//: $ saltus check
model Contradiction
  Real x = time, y;
  Boolean high = x > 2;
equation
  assert(x > 3, "above three");
  assert(x < 1, "below one");
  y = if high then 1 else 0;
end Contradiction;

//: error[M0414]: no mode is possible
//:  --> fail_no_possible_mode.mo:7:3
//:   |
//: 7 |   assert(x < 1, "below one");
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^
//:   = the assertions and the equations of Booleans cannot all hold, whatever the guards
//:
//: Contradiction: 2 unknowns, 1 guard, 0 modes
