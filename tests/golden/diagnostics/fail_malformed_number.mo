//: $ saltus check
model M
  Real x;
  Real y;
equation
  x = 2y;
  y = .5 + 1e;
end M;

//: error[P0106]: `2y` is not a number
//:  --> fail_malformed_number.mo:6:7
//:   |
//: 6 |   x = 2y;
//:   |       ^^
//:   = help: for a product write `2*y`; a name cannot begin with a digit
//:
//: error[P0106]: `.5` is not a number
//:  --> fail_malformed_number.mo:7:7
//:   |
//: 7 |   y = .5 + 1e;
//:   |       ^^
//:   = help: write `0.5`
//:
//: error[P0106]: `1e` is not a number
//:  --> fail_malformed_number.mo:7:12
//:   |
//: 7 |   y = .5 + 1e;
//:   |            ^^
//:   = help: an exponent needs digits, as in `1e-3`
//:
//: error: 3 errors
