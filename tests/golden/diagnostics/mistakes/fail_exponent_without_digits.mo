//: $ saltus check
model ExponentWithoutDigits
  Real x;
equation
  x = 1.e;
end ExponentWithoutDigits;

//: error[P0106]: `1.e` is not a number
//:  --> fail_exponent_without_digits.mo:5:7
//:   |
//: 5 |   x = 1.e;
//:   |       ^^^
//:   = help: an exponent needs digits, as in `1e-3`
