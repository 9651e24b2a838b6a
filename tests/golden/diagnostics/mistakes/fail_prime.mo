//: $ saltus check
model Prime
  Real x(start = 1, fixed = true);
equation
  x' = -x;
end Prime;

//: error[P0101]: `'` does not make a derivative of a name
//:  --> fail_prime.mo:5:4
//:   |
//: 5 |   x' = -x;
//:   |    ^
//:   = help: the derivative of `x` is `der(x)`
