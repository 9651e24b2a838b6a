//: $ saltus check
model M
  Real x
  Real y;
equation
  x = 1;
  y = 2
end M;

//: error[P0202]: no `;` after the declaration
//:  --> fail_missing_semicolon.mo:3:9
//:   |
//: 3 |   Real x
//:   |         ^
//:   = help: add `;` here
//:
//: error[P0202]: no `;` after the equation
//:  --> fail_missing_semicolon.mo:7:8
//:   |
//: 7 |   y = 2
//:   |        ^
//:   = help: add `;` here
//:
//: error: 2 errors
