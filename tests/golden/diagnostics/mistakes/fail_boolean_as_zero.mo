//: $ saltus check
model BooleanAsZero
  Boolean b;
equation
  b = 0;
end BooleanAsZero;

//: error[N0220]: the sides of the equation are of types Boolean and Integer
//:  --> fail_boolean_as_zero.mo:5:7
//:   |
//: 5 |   b = 0;
//:   |   -   ^ of type Integer
//:   |   |
//:   |   of type Boolean
//:   = help: write `false`
