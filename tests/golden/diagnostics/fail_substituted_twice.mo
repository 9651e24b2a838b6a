//: $ saltus check
model M
  Real x(start = 1, fixed = true), a;
equation
  der(x) = -a;
  a <- x;
  a <- 2*x;
end M;

//: error[F0313]: `a` is substituted twice
//:  --> fail_substituted_twice.mo:7:3
//:   |
//: 6 |   a <- x;
//:   |   ------ active whenever the other one is
//: 7 |   a <- 2*x;
//:   |   ^^^^^^^^ never counts
//:   = help: keep one of them, or put them into different branches of an `if`
