//: $ saltus simulate --quiet --stop 3
//: exit 3
model DivisionByZero
  Real x;
equation
  x = time/0;
end DivisionByZero;

//: error[X0603]: a value is not finite at t = 0
//:  --> fail_division_by_zero.mo:6:3
//:   |
//: 6 |   x = time/0;
//:   |   ^^^^^^^^^^
//:   = unknowns: `x`
//:   = help: look for a division by zero, a root or logarithm of a negative number, a root at zero, which has no derivative, or a value that has grown beyond all numbers
