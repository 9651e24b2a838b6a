//: $ saltus simulate --quiet --stop 2
//: exit 3
model Compare
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -1;
  der(y) = if sqrt(x) > 0.1 then 1 else 2;
end Compare;

//: error[X0603]: `sqrt(x) > 0.1` compares something that is not a number at t = 1
//:  --> fail_relation_of_a_root.mo:7:15
//:   |
//: 7 |   der(y) = if sqrt(x) > 0.1 then 1 else 2;
//:   |               ^^^^^^^^^^^^^ neither true nor false
//:   = help: look for a root or logarithm of a negative number, or for 0/0, on either side of the relation
