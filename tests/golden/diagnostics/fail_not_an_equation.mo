//: $ saltus check
model M
  Real x, y;
equation
  x == 1;
  y + 2;
end M;

//: error[P0209]: this is an expression, not an equation
//:  --> fail_not_an_equation.mo:5:3
//:   |
//: 5 |   x == 1;
//:   |   ^^^^^^
//:   = help: an equation is written with a single `=`
//:
//: error[P0209]: this is an expression, not an equation
//:  --> fail_not_an_equation.mo:6:3
//:   |
//: 6 |   y + 2;
//:   |   ^^^^^
//:   = help: an equation has the form `left = right;`
//:
//: error: 2 errors
