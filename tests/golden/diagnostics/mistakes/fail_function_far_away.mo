//: $ saltus check
model FunctionFarAway
  Real x;
equation
  x = gamma(time);
end FunctionFarAway;

//: error[N0205]: unknown function `gamma`
//:  --> fail_function_far_away.mo:5:7
//:   |
//: 5 |   x = gamma(time);
//:   |       ^^^^^^^^^^^
//:   = help: functions cannot be defined yet: write the expression itself
