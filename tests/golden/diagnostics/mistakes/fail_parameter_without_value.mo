//: $ saltus check
model ParameterWithoutValue
  parameter Real k;
  Real x;
equation
  x = k*time;
end ParameterWithoutValue;

//: error[N0211]: the parameter `k` has no value
//:  --> fail_parameter_without_value.mo:3:18
//:   |
//: 3 |   parameter Real k;
//:   |                  ^
//:   = help: give it one: `parameter Real k = …`
