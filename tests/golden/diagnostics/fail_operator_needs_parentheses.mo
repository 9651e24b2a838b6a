//: $ saltus check
model M
  Real x;
equation
  x = 2*-time;
end M;

//: error[P0207]: `-` directly after `*`
//:  --> fail_operator_needs_parentheses.mo:5:9
//:   |
//: 5 |   x = 2*-time;
//:   |         ^
//:   = help: put the signed operand in parentheses: `(-…)`
