//: $ saltus check
model FunctionAsName
  Real x;
equation
  x = 2*sin;
end FunctionAsName;

//: error[N0201]: unknown name `sin`
//:  --> fail_function_as_name.mo:5:9
//:   |
//: 5 |   x = 2*sin;
//:   |         ^^^ not declared in this model
//:   = `sin` is a function
//:   = help: write `sin(…)`
