//: $ saltus simulate --quiet --stop 2
//: exit 3
model Orifice "Flow back through a law that knows one direction only: level at 2*(1 - ln(2)) = 0.613706"
  Real h1(start = 1, fixed = true), h2(start = 0, fixed = true);
equation
  der(h1) = -sqrt(h1 - h2);
  der(h2) = 1;
end Orifice;

//: error[X0603]: a value is not finite at t = 0.613705633
//:  --> fail_flow_back_through_a_root.mo:6:3
//:   |
//: 6 |   der(h1) = -sqrt(h1 - h2);
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^
//:   = unknowns: `der(h1)`
//:   = help: look for a division by zero, a root or logarithm of a negative number, a root at zero, which has no derivative, or a value that has grown beyond all numbers
