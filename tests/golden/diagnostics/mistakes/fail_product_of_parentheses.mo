//: $ saltus check
model ProductOfParentheses
  parameter Real k = 2;
  Real x;
equation
  x = k(time - 1);
end ProductOfParentheses;

//: error[N0205]: unknown function `k`
//:  --> fail_product_of_parentheses.mo:6:7
//:   |
//: 6 |   x = k(time - 1);
//:   |       ^^^^^^^^^^^
//:   = `k` is a variable
//:   = help: a product needs its `*`
