//: $ saltus check
model MissingParenthesisOfCall
  Real x;
equation
  x = sin time;
end MissingParenthesisOfCall;

//: error[P0201]: expected `;` after the equation, found `time`
//:  --> fail_missing_parenthesis_of_call.mo:5:11
//:   |
//: 5 |   x = sin time;
//:   |           ^^^^
//:   = help: an operator is missing: a product is written with `*`, a call with parentheses
