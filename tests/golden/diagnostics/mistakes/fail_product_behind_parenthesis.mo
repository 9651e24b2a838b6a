//: $ saltus check
model ProductBehindParenthesis
  parameter Real k = 2;
  Real x;
equation
  x = (time - 1) k;
end ProductBehindParenthesis;

//: error[P0201]: expected `;` after the equation, found `k`
//:  --> fail_product_behind_parenthesis.mo:6:18
//:   |
//: 6 |   x = (time - 1) k;
//:   |                  ^
//:   = help: an operator is missing: a product is written with `*`, a call with parentheses
