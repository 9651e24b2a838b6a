//: $ saltus check
model ParameterInEquation
  parameter Real k;
  Real x;
equation
  k = 2;
  x = k*time;
end ParameterInEquation;

//: error[N0211]: the parameter `k` has no value
//:  --> fail_parameter_in_equation.mo:3:18
//:   |
//: 3 |   parameter Real k;
//:   |                  ^
//:   = help: give it one: `parameter Real k = …`
