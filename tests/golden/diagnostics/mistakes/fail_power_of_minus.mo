//: $ saltus check
model PowerOfMinus
  Real x;
equation
  x = 10^-3*time;
end PowerOfMinus;

//: error[P0207]: `-` directly after `^`
//:  --> fail_power_of_minus.mo:5:10
//:   |
//: 5 |   x = 10^-3*time;
//:   |          ^
//:   = help: put the signed operand in parentheses: `(-…)`
