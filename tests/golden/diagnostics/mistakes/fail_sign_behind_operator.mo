//: $ saltus check
model SignBehindOperator
  Real x(start = 1, fixed = true);
equation
  der(x) = 2*-x;
end SignBehindOperator;

//: error[P0207]: `-` directly after `*`
//:  --> fail_sign_behind_operator.mo:5:14
//:   |
//: 5 |   der(x) = 2*-x;
//:   |              ^
//:   = help: put the signed operand in parentheses: `(-…)`
