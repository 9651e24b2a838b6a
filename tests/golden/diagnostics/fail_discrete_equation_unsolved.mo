//: $ saltus simulate --quiet --stop 1
model Pair
  Boolean a = time > 0.5;
  Boolean b;
equation
  not b = not a;
end Pair;

//: error[M0410]: this equation says which discrete values are equal, not which one it sets
//:  --> fail_discrete_equation_unsolved.mo:6:3
//:   |
//: 6 |   not b = not a;
//:   |   ^^^^^^^^^^^^^
//:   = help: a discrete equation has a discrete variable alone on one side: `b = …`
