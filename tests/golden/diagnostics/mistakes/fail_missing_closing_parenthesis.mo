//: $ saltus check
model MissingClosingParenthesis
  Real x;
equation
  x = 2*(time + 1;
end MissingClosingParenthesis;

//: error[P0203]: expected `)`, found `;`
//:  --> fail_missing_closing_parenthesis.mo:5:18
//:   |
//: 5 |   x = 2*(time + 1;
//:   |         -        ^
//:   |         |
//:   |         opened here
//:   = help: add `)`
