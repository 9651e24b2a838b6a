//: $ saltus check
model ParameterSetByEquation
  parameter Real k = 1;
  Real x;
equation
  k = 2;
  x = k*time;
end ParameterSetByEquation;

//: error[S0303]: this equation contains no unknown
//:  --> fail_parameter_set_by_equation.mo:6:3
//:   |
//: 6 |   k = 2;
//:   |   ^^^^^ made of parameters, discrete variables, constants and time only
//:   = `ParameterSetByEquation` has 2 equations for 1 unknown
//:   = help: a parameter has its value in the declaration: `parameter Real k = …`
//:   = help: remove the equation, write it as an `assert`, or declare one of its names without `parameter`, `constant` or `discrete`
