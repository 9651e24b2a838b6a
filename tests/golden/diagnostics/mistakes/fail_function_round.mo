//: $ saltus check
model FunctionRound
  Real x;
equation
  x = round(time);
end FunctionRound;

//: error[N0205]: unknown function `round`
//:  --> fail_function_round.mo:5:7
//:   |
//: 5 |   x = round(time);
//:   |       ^^^^^^^^^^^
//:   = help: write `floor(time + 0.5)`
