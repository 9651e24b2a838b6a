//: $ saltus check
model Vector
  Real x = {1, 2};
end Vector;

//: error[N0226]: an array stands where one value is needed
//:  --> fail_array_in_expression.mo:3:12
//:   |
//: 3 |   Real x = {1, 2};
//:   |            ^^^^^^
//:   = help: arrays are known in `when {a, b} then` only; write one equation per element
