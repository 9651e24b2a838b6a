//: $ saltus check
model ParameterWithoutType
  parameter k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end ParameterWithoutType;

//: error[P0201]: the declaration of `k` has no type
//:  --> fail_parameter_without_type.mo:3:13
//:   |
//: 3 |   parameter k = 1;
//:   |             ^
//:   = help: write `Real k`, or `Integer` or `Boolean`
