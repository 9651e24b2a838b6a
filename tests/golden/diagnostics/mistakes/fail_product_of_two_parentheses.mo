//: $ saltus check
model ProductOfTwoParentheses
  Real x;
equation
  x = (time + 1)(time - 1);
end ProductOfTwoParentheses;

//: error[P0201]: expected `;` after the equation, found `(`
//:  --> fail_product_of_two_parentheses.mo:5:17
//:   |
//: 5 |   x = (time + 1)(time - 1);
//:   |                 ^
//:   = help: an operator is missing: a product is written with `*`, a call with parentheses
