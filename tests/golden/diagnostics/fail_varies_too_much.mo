//: $ saltus check
model Mass
  parameter Real weight = 9.81*m;
  Real m = 1 + time;
end Mass;

//: error[N0212]: the parameter `weight` depends on something that varies more
//:  --> fail_varies_too_much.mo:3:32
//:   |
//: 3 |   parameter Real weight = 9.81*m;
//:   |                                ^ this is a variable
//:   = help: declare it as a variable, without `parameter`
