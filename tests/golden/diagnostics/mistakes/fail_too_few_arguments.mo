//: $ saltus check
model TooFewArguments
  Real x;
equation
  x = max(time);
end TooFewArguments;

//: error[N0206]: `max` takes 2 arguments, found 1
//:  --> fail_too_few_arguments.mo:5:7
//:   |
//: 5 |   x = max(time);
//:   |       ^^^^^^^^^
//:   = help: it is called as `max(u1, u2)`
