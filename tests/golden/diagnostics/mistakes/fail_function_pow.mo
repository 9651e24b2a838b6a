//: $ saltus check
model FunctionPow
  Real x(start = 1, fixed = true);
equation
  der(x) = -pow(x, 2);
end FunctionPow;

//: error[N0205]: unknown function `pow`
//:  --> fail_function_pow.mo:5:13
//:   |
//: 5 |   der(x) = -pow(x, 2);
//:   |             ^^^^^^^^^
//:   = help: write `x^2`
