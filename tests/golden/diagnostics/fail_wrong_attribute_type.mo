//: $ saltus check
model Units
  Real x(start = 1, unit = 5);
  Boolean on(start = 1);
equation
  der(x) = -x;
  on = x > 0.5;
end Units;

//: error[N0210]: the attribute `unit` of `x` needs a value of type String, found Integer
//:  --> fail_wrong_attribute_type.mo:3:28
//:   |
//: 3 |   Real x(start = 1, unit = 5);
//:   |                            ^ of type Integer
//:
//: error[N0210]: the attribute `start` of `on` needs a value of type Boolean, found Integer
//:  --> fail_wrong_attribute_type.mo:4:22
//:   |
//: 4 |   Boolean on(start = 1);
//:   |                      ^ of type Integer
//:
//: error: 2 errors
