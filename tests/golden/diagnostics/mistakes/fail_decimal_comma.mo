//: $ saltus check
model DecimalComma
  parameter Real k = 1,5;
  Real x;
equation
  x = k*time;
end DecimalComma;

//: error[P0106]: `1,5` is not a number
//:  --> fail_decimal_comma.mo:3:22
//:   |
//: 3 |   parameter Real k = 1,5;
//:   |                      ^^^
//:   = help: write `1.5`
