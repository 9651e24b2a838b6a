//: $ saltus check
model FunctionArcsin
  Real x;
equation
  x = arcsin(0.5*time) + sgn(time - 1);
end FunctionArcsin;

//: error[N0205]: unknown function `arcsin`
//:  --> fail_function_arcsin.mo:5:7
//:   |
//: 5 |   x = arcsin(0.5*time) + sgn(time - 1);
//:   |       ^^^^^^^^^^^^^^^^
//:   = help: write `asin(0.5*time)`
//:
//: error[N0205]: unknown function `sgn`
//:  --> fail_function_arcsin.mo:5:26
//:   |
//: 5 |   x = arcsin(0.5*time) + sgn(time - 1);
//:   |                          ^^^^^^^^^^^^^
//:   = help: write `sign(time - 1)`
//:
//: error: 2 errors
