//: $ saltus check
model Falling
  parameter Real g = 9.81, weight = 2, mass = 0.2;
  Real height(start = 10);
equation
  der(der(height)) = -g;
  weight = mass*g;
end Falling;

//: error[S0303]: this equation contains no unknown
//:  --> fail_equation_without_unknown.mo:7:3
//:   |
//: 7 |   weight = mass*g;
//:   |   ^^^^^^^^^^^^^^^ made of parameters, discrete variables, constants and time only
//:   = `Falling` has 2 equations for 1 unknown
//:   = help: a parameter has its value in the declaration: `parameter Real weight = …`
//:   = help: remove the equation, write it as an `assert`, or declare one of its names without `parameter`, `constant` or `discrete`
