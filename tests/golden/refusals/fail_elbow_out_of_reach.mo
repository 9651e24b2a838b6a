//: $ saltus simulate --quiet --stop 2
//: exit 3
model Elbow "The hand leaves the reach of the arm at r = 2"
  Real r(start = 1, fixed = true), q;
equation
  der(r) = 1;
  q = acos(r/2);
end Elbow;

//: error[X0603]: a value is not finite at t = 1
//:  --> fail_elbow_out_of_reach.mo:7:3
//:   |
//: 7 |   q = acos(r/2);
//:   |   ^^^^^^^^^^^^^
//:   = unknowns: `q`
//:   = help: look for a division by zero, a root or logarithm of a negative number, a root at zero, which has no derivative, or a value that has grown beyond all numbers
