//: $ saltus check
model ProductOfNumberAndName
  Real x, y;
equation
  x = time;
  y = 2x;
end ProductOfNumberAndName;

//: error[P0106]: `2x` is not a number
//:  --> fail_product_of_number_and_name.mo:6:7
//:   |
//: 6 |   y = 2x;
//:   |       ^^
//:   = help: for a product write `2*x`; a name cannot begin with a digit
