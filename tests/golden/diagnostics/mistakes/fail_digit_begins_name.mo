//: $ saltus check
model DigitBeginsName
  Real 2x;
equation
  2x = time;
end DigitBeginsName;

//: error[P0106]: `2x` is not a number
//:  --> fail_digit_begins_name.mo:3:8
//:   |
//: 3 |   Real 2x;
//:   |        ^^
//:   = help: for a product write `2*x`; a name cannot begin with a digit
