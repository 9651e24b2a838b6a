//: $ saltus check
model ProductWithBlank
  Real x, y;
equation
  x = time;
  y = 2 x;
end ProductWithBlank;

//: error[P0201]: expected `;` after the equation, found `x`
//:  --> fail_product_with_blank.mo:6:9
//:   |
//: 6 |   y = 2 x;
//:   |         ^
//:   = help: an operator is missing: a product is written with `*`, a call with parentheses
