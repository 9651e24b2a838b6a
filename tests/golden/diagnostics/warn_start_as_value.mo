//: $ saltus check
model Spring
  parameter Real stiffness(start = 10);
  Real x(start = 1);
equation
  der(x) = -stiffness*x;
end Spring;

//: warning[N0230]: the parameter `stiffness` has no value, its start value is used
//:  --> warn_start_as_value.mo:3:18
//:   |
//: 3 |   parameter Real stiffness(start = 10);
//:   |                  ^^^^^^^^^
//:   = help: give it a value: `stiffness = …`
//:
//: Spring: 1 equation, 1 unknown, index 0, 1 degree of freedom: ok
