//: $ saltus check
model ArrayOfType
  Real[2] x;
equation
  x = {time, 2*time};
end ArrayOfType;

//: error[P0305]: array subscripts `[…]` are not supported yet
//:  --> fail_array_of_type.mo:3:7
//:   |
//: 3 |   Real[2] x;
//:   |       ^
//:   = help: write one scalar per element: `x1`, `x2`, `x3`
