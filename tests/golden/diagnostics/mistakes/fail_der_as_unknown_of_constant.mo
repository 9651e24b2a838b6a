//: $ saltus check
model DerAsUnknownOfConstant
  constant Real c = 2;
  Real x;
equation
  x = time;
  der(c) = 0;
end DerAsUnknownOfConstant;

//: error[S0303]: this equation contains no unknown
//:  --> fail_der_as_unknown_of_constant.mo:7:3
//:   |
//: 7 |   der(c) = 0;
//:   |   ^^^^^^^^^^ made of parameters, discrete variables, constants and time only
//:   = `DerAsUnknownOfConstant` has 2 equations for 1 unknown
//:   = help: remove the equation, write it as an `assert`, or declare one of its names without `parameter`, `constant` or `discrete`
