//: $ saltus check
model M
  Real x;
equation
  x = v[1];
  x = a .* b;
  x = [1, 2; 3, 4];
  x = sum(i for i in 1:3);
  x = 1:3;
  (x, y) = f(1);
end M;

//: error[P0305]: array subscripts `[…]` are not supported yet
//:  --> fail_unsupported_expression.mo:5:8
//:   |
//: 5 |   x = v[1];
//:   |        ^
//:   = help: write one scalar per element: `x1`, `x2`, `x3`
//:
//: error[P0305]: the elementwise operator `.*` is not supported yet
//:  --> fail_unsupported_expression.mo:6:9
//:   |
//: 6 |   x = a .* b;
//:   |         ^^
//:   = help: for scalars write `*`
//:
//: error[P0305]: iterators `… for i in …` are not supported yet
//:  --> fail_unsupported_expression.mo:8:13
//:   |
//: 8 |   x = sum(i for i in 1:3);
//:   |             ^^^
//:
//: error[P0305]: ranges `a:b` are not supported yet
//:  --> fail_unsupported_expression.mo:9:8
//:   |
//: 9 |   x = 1:3;
//:   |        ^
//:
//: error[P0305]: several results in parentheses are not supported yet
//:   --> fail_unsupported_expression.mo:10:3
//:    |
//: 10 |   (x, y) = f(1);
//:    |   ^
//:
//: error: 5 errors
