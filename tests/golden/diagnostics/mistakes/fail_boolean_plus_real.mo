//: $ saltus check
model BooleanPlusReal
  Boolean b;
  Real x;
equation
  b = time > 1;
  x = b + 1;
end BooleanPlusReal;

//: error[N0207]: `+` needs a Real, found a Boolean
//:  --> fail_boolean_plus_real.mo:7:7
//:   |
//: 7 |   x = b + 1;
//:   |       ^ this is a Boolean
//:   = help: `if … then 1 else 0` makes a number of a Boolean
