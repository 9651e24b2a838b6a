//: $ saltus check
model M
  Real x(start = 1, fixed = true);
  Integer z(min = 0, max = 1);
equation
  der(x) = -z;
  x*(1 - 2*z) < 0;
end M;

//: error[P0214]: `<` where an equation or an inequality should be
//:  --> fail_strict_inequality.mo:7:3
//:   |
//: 7 |   x*(1 - 2*z) < 0;
//:   |   ^^^^^^^^^^^^^^^
//:   = help: an inequality is written with `<=` or `>=`
