//: $ saltus check
model Spring
  parameter Real stiffness;
  Real x(start = 1);
equation
  der(x) = -stiffness*x;
end Spring;

//: error[N0211]: the parameter `stiffness` has no value
//:  --> fail_parameter_without_value.mo:3:18
//:   |
//: 3 |   parameter Real stiffness;
//:   |                  ^^^^^^^^^
//:   = help: give it one: `parameter Real stiffness = …`
