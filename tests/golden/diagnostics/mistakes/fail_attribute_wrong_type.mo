//: $ saltus check
model AttributeWrongType
  Real x(start = true, fixed = 1);
equation
  der(x) = -x;
end AttributeWrongType;

//: error[N0210]: the attribute `start` of `x` needs a value of type Real, found Boolean
//:  --> fail_attribute_wrong_type.mo:3:18
//:   |
//: 3 |   Real x(start = true, fixed = 1);
//:   |                  ^^^^ of type Boolean
//:
//: error[N0210]: the attribute `fixed` of `x` needs a value of type Boolean, found Integer
//:  --> fail_attribute_wrong_type.mo:3:32
//:   |
//: 3 |   Real x(start = true, fixed = 1);
//:   |                                ^ of type Integer
//:
//: error: 2 errors
