//: $ saltus check
model Circle
  parameter Real a = b + 1;
  parameter Real b = 2*c;
  parameter Real c = a - 3;
  Real x = a*time;
end Circle;

//: error[N0213]: the values of `a` and `b` depend on each other
//:  --> fail_cyclic_parameters.mo:3:18
//:   |
//: 3 |   parameter Real a = b + 1;
//:   |                  ^ needs `b`
//: 4 |   parameter Real b = 2*c;
//:   |                  - needs `c`
//: 5 |   parameter Real c = a - 3;
//:   |                  - needs `a`
//:   = the cycle is a -> b -> c -> a
