//: $ saltus check
model FunctionLn
  Real x(start = 1, fixed = true);
equation
  der(x) = -ln(x);
end FunctionLn;

//: error[N0205]: unknown function `ln`
//:  --> fail_function_ln.mo:5:13
//:   |
//: 5 |   der(x) = -ln(x);
//:   |             ^^^^^
//:   = help: write `log(x)`
