//: $ saltus simulate --quiet --stop 1
model Decay
  Integer chains = 3;
  Real x(start = 1, fixed = true);
equation
  der(x) = -chains*x;
end Decay;

//: error[M0403]: the discrete variable `chains` is understood, but not executed yet
//:  --> fail_discrete_not_yet.mo:3:11
//:   |
//: 3 |   Integer chains = 3;
//:   |           ^^^^^^
//:   = help: a condition can be written directly: `if x > 0 then …`
