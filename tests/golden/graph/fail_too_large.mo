//: $ saltus graph
model Staircase
  Real x(start = 0, fixed = true);
equation
  der(x) = 1 + max(0, x - 1) + max(0, x - 2) + max(0, x - 3) + max(0, x - 4) + max(0, x - 5)
    + max(0, x - 6) + max(0, x - 7) + max(0, x - 8) + max(0, x - 9) + max(0, x - 10)
    + max(0, x - 11) + max(0, x - 12) + max(0, x - 13);
end Staircase;

//: error[S0313]: the graph of all runs is too large: 13 guards of one component, and at most 12 can be enumerated
//:  --> fail_too_large.mo:7:41
//:   |
//: 7 |     + max(0, x - 11) + max(0, x - 12) + max(0, x - 13);
//:   |                                         ^^^^^^^^^^^^^^
//:   = help: `saltus check` looks at all modes without enumerating them
