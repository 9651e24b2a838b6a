//: $ saltus check
model ExtraClosingParenthesis
  Real x;
equation
  x = 2*(time + 1));
end ExtraClosingParenthesis;

//: error[P0201]: expected `;` after the equation, found `)`
//:  --> fail_extra_closing_parenthesis.mo:5:19
//:   |
//: 5 |   x = 2*(time + 1));
//:   |                   ^
//:   = help: remove this `)`, or add the `(` that belongs to it
