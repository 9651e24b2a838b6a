//: $ saltus check
model ParameterOfVariable
  Real x = time;
  parameter Real k = 2*x;
equation
end ParameterOfVariable;

//: error[N0212]: the parameter `k` depends on something that varies more
//:  --> fail_parameter_of_variable.mo:4:24
//:   |
//: 4 |   parameter Real k = 2*x;
//:   |                        ^ this is a variable
//:   = help: declare it as a variable, without `parameter`
