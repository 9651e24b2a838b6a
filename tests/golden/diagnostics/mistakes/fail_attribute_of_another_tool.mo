//: $ saltus check
model AttributeOfAnotherTool
  parameter Real k(value = 2);
  Real x(units = "m", initial_value = 2);
equation
  der(x) = -k*x;
end AttributeOfAnotherTool;

//: error[N0209]: `value` is not an attribute of Real
//:  --> fail_attribute_of_another_tool.mo:3:20
//:   |
//: 3 |   parameter Real k(value = 2);
//:   |                    ^^^^^
//:   = help: the value stands behind the attributes: `x(…) = …`
//:
//: error[N0209]: `units` is not an attribute of Real
//:  --> fail_attribute_of_another_tool.mo:4:10
//:   |
//: 4 |   Real x(units = "m", initial_value = 2);
//:   |          ^^^^^
//:   = help: write `unit`
//:
//: error[N0209]: `initial_value` is not an attribute of Real
//:  --> fail_attribute_of_another_tool.mo:4:23
//:   |
//: 4 |   Real x(units = "m", initial_value = 2);
//:   |                       ^^^^^^^^^^^^^
//:   = help: write `start`
//:
//: error: 3 errors
