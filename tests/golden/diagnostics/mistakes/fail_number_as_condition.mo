//: $ saltus check
model NumberAsCondition
  Real x;
equation
  x = if 1 then 2 else 3;
end NumberAsCondition;

//: error[N0208]: the condition of `if` is an Integer, not a Boolean
//:  --> fail_number_as_condition.mo:5:10
//:   |
//: 5 |   x = if 1 then 2 else 3;
//:   |          ^
//:   = help: compare it with something, as in `x > 0`
