//: $ saltus check
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = 1;
  x <= 2;
end M;

//: error[F0311]: an inequality in a model without binary unknowns
//:  --> fail_inequality_without_binary.mo:6:3
//:   |
//: 6 |   x <= 2;
//:   |   ^^^^^^
//:   = help: declare an `Integer z(min = 0, max = 1)` that the inequality determines
//:   = help: to watch a condition, write `assert(…, "…")`
