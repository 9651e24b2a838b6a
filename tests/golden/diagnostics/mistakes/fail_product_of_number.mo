//: $ saltus check
model ProductOfNumber
  Real x;
equation
  x = 2time;
end ProductOfNumber;

//: error[P0106]: `2time` is not a number
//:  --> fail_product_of_number.mo:5:7
//:   |
//: 5 |   x = 2time;
//:   |       ^^^^^
//:   = help: for a product write `2*time`; a name cannot begin with a digit
