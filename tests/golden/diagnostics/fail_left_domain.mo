//: $ saltus simulate --stop 2 --quiet
//: exit 3
model RunsDry
  Real level(start = 1, fixed = true);
  Real outflow;
equation
  der(level) = -1;
  outflow = sqrt(level);
end RunsDry;

//: error[X0603]: a value is not finite at t = 1
//:  --> fail_left_domain.mo:8:3
//:   |
//: 8 |   outflow = sqrt(level);
//:   |   ^^^^^^^^^^^^^^^^^^^^^
//:   = unknowns: `outflow`
//:   = help: look for a division by zero, a root or logarithm of a negative number, a root at zero, which has no derivative, or a value that has grown beyond all numbers
