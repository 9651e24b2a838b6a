//: $ saltus check
model InitialValueAsEquation
  Real x;
equation
  x(0) = 1;
  der(x) = -x;
end InitialValueAsEquation;

//: error[N0205]: unknown function `x`
//:  --> fail_initial_value_as_equation.mo:5:3
//:   |
//: 5 |   x(0) = 1;
//:   |   ^^^^
//:   = `x` is a variable
//:   = help: an initial value is an attribute: `Real x(start = …, fixed = true)`
