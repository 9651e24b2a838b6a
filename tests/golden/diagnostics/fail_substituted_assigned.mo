//: $ saltus check
model M
  Real x(start = 1, fixed = true), e;
equation
  der(x) = -e;
  e <- x - 2;
  e = 3;
end M;

//: error[F0315]: an equation for `e` alone, which is substituted
//:  --> fail_substituted_assigned.mo:7:3
//:   |
//: 6 |   e <- x - 2;
//:   |   ---------- substituted here
//: 7 |   e = 3;
//:   |   ^^^^^
//:   = the value of `e` follows from the substitution
//:   = help: remove the equation, or the substitution
