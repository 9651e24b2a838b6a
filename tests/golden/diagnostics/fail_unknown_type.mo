//: $ saltus check
model Types
  real x(start = 1);
equation
  der(x) = -x;
end Types;

//: error[N0204]: unknown type `real`
//:  --> fail_unknown_type.mo:3:3
//:   |
//: 3 |   real x(start = 1);
//:   |   ^^^^
//:   = help: write `Real`
