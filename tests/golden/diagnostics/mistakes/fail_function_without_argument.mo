//: $ saltus check
model FunctionWithoutArgument
  Real x;
equation
  x = sin();
end FunctionWithoutArgument;

//: error[N0206]: `sin` takes 1 argument, found 0
//:  --> fail_function_without_argument.mo:5:7
//:   |
//: 5 |   x = sin();
//:   |       ^^^^^
//:   = help: it is called as `sin(u)`
