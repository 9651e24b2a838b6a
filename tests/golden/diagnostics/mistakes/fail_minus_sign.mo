//: $ saltus check
model MinusSign
  Real x(start = 1, fixed = true);
equation
  der(x) = −x;
end MinusSign;

//: error[P0101]: `−` (MINUS SIGN, U+2212) is not an operator of Modelica
//:  --> fail_minus_sign.mo:5:12
//:   |
//: 5 |   der(x) = −x;
//:   |            ^
//:   = help: write `-`
