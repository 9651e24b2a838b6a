//: $ saltus check
model M
  Real x(start = 1, fixed = true), a, b;
equation
  der(x) = -a;
  a <- x + b;
  b <- 2*a;
end M;

//: error[F0312]: the substitution of `a` needs `a` itself
//:  --> fail_cyclic_substitution.mo:6:3
//:   |
//: 6 |   a <- x + b;
//:   |   ^^^^^^^^^^ `a` needs `b`
//: 7 |   b <- 2*a;
//:   |   -------- `b` needs `a`
//:   = cycle: `a` → `b` → `a`
//:   = help: write one of them as an equation with `=`: it is then solved for
