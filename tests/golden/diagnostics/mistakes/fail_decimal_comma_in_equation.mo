//: $ saltus check
model DecimalCommaInEquation
  Real x;
equation
  x = 1,5*time;
end DecimalCommaInEquation;

//: error[P0106]: `1,5` is not a number
//:  --> fail_decimal_comma_in_equation.mo:5:7
//:   |
//: 5 |   x = 1,5*time;
//:   |       ^^^
//:   = help: write `1.5`
