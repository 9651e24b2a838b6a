//: $ saltus simulate --quiet --stop 2
//: exit 3
model Pow "A power of what becomes negative"
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -1;
  y = x^1.5;
end Pow;

//: error[X0603]: a value is not finite at t = 1
//:  --> fail_power_of_a_negative.mo:7:3
//:   |
//: 7 |   y = x^1.5;
//:   |   ^^^^^^^^^
//:   = unknowns: `y`
//:   = help: look for a division by zero, a root or logarithm of a negative number, a root at zero, which has no derivative, or a value that has grown beyond all numbers
