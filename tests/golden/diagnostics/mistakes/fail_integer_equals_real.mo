//: $ saltus check
model IntegerEqualsReal
  Integer n;
equation
  n = 2.5;
end IntegerEqualsReal;

//: error[N0220]: the sides of the equation are of types Integer and Real
//:  --> fail_integer_equals_real.mo:5:7
//:   |
//: 5 |   n = 2.5;
//:   |   -   ^^^ of type Real
//:   |   |
//:   |   of type Integer
//:   = help: write `integer(2.5)`, which rounds down
