//: $ saltus check
model DerWithoutParentheses
  Real x(start = 1, fixed = true);
equation
  der x = -x;
end DerWithoutParentheses;

//: error[P0201]: `der` needs parentheses
//:  --> fail_der_without_parentheses.mo:5:3
//:   |
//: 5 |   der x = -x;
//:   |   ^^^
//:   = help: write `der(x)`
