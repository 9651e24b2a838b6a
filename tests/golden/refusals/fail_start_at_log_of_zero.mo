//: $ saltus simulate --quiet --stop 1
//: exit 3
model Log
  Real x(start = 0, fixed = true), y;
equation
  der(x) = -1;
  y = log(x);
end Log;

//: error[X0603]: a value is not finite at t = 0
//:  --> fail_start_at_log_of_zero.mo:7:3
//:   |
//: 7 |   y = log(x);
//:   |   ^^^^^^^^^^
//:   = unknowns: `y`
//:   = help: look for a division by zero, a root or logarithm of a negative number, a root at zero, which has no derivative, or a value that has grown beyond all numbers
