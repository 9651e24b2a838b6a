//: $ saltus check
model CommaForSemicolon
  Real x, y;
equation
  x = time,
  y = 2*x;
end CommaForSemicolon;

//: error[P0201]: expected `;` after the equation, found `,`
//:  --> fail_comma_for_semicolon.mo:5:11
//:   |
//: 5 |   x = time,
//:   |           ^
//:   = help: write `;`
