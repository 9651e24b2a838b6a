//: $ saltus check
model DottedState
  Real x(start = 1, fixed = true);
equation
  diff(x) = -x;
end DottedState;

//: error[N0205]: unknown function `diff`
//:  --> fail_dotted_state.mo:5:3
//:   |
//: 5 |   diff(x) = -x;
//:   |   ^^^^^^^
//:   = help: write `der(x)`
