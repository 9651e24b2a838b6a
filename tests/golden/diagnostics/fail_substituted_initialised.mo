//: $ saltus check
model M
  Real x, e(start = 1, fixed = true);
equation
  der(x) = -e;
  e <- x - 2;
end M;

//: error[F0314]: a start value of `e`, which is substituted
//:  --> fail_substituted_initialised.mo:3:11
//:   |
//: 3 |   Real x, e(start = 1, fixed = true);
//:   |           ^
//: ...
//: 6 |   e <- x - 2;
//:   |   ---------- substituted here
//:   = the value of `e` follows from the substitution
//:   = help: initialise `x` instead
