//: $ saltus check
model Percent
  Integer n;
  Real x;
equation
  n = integer(time) % 3;
  x = n;
end Percent;

//: error[P0101]: `%` is not an operator of Modelica
//:  --> fail_percent.mo:6:21
//:   |
//: 6 |   n = integer(time) % 3;
//:   |                     ^
//:   = help: the remainder of a division is `mod(a, b)`; a comment begins with `//`
