//: $ saltus check
model TooManyArguments
  Real x;
equation
  x = sin(time, 2);
end TooManyArguments;

//: error[N0206]: `sin` takes 1 argument, found 2
//:  --> fail_too_many_arguments.mo:5:7
//:   |
//: 5 |   x = sin(time, 2);
//:   |       ^^^^^^^^^^^^
//:   = help: it is called as `sin(u)`
