//: $ saltus check
model DerOfParameter
  parameter Real k = 2;
  Real x;
equation
  der(k) = -k;
  x = k;
end DerOfParameter;

//: error[S0303]: this equation contains no unknown
//:  --> fail_der_of_parameter.mo:6:3
//:   |
//: 6 |   der(k) = -k;
//:   |   ^^^^^^^^^^^ made of parameters, discrete variables, constants and time only
//:   = `DerOfParameter` has 2 equations for 1 unknown
//:   = help: remove the equation, write it as an `assert`, or declare one of its names without `parameter`, `constant` or `discrete`
