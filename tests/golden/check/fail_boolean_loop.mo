//: $ saltus check
// Each of two switches waits for the other.
model Interlock
  Boolean a, b;
  Real x(start = 0);
equation
  a = not b and time > 1;
  b = not a and time > 2;
  der(x) = if a then 1 else 0;
end Interlock;

//: error[M0407]: discrete values need each other
//:  --> fail_boolean_loop.mo:7:3
//:   |
//: 7 |   a = not b and time > 1;
//:   |   ^^^^^^^^^^^^^^^^^^^^^^
//: 8 |   b = not a and time > 2;
//:   |   ---------------------- part of it
//:   = `b` needs `a` needs `b`
//:   = help: `pre(…)` breaks the loop: the value before the event
