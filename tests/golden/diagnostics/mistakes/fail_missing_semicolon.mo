//: $ saltus check
model MissingSemicolon
  Real x, y;
equation
  x = time
  y = 2*x;
end MissingSemicolon;

//: error[P0202]: no `;` after the equation
//:  --> fail_missing_semicolon.mo:5:11
//:   |
//: 5 |   x = time
//:   |           ^
//:   = help: add `;` here
