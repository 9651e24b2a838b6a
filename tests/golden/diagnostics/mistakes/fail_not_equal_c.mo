//: $ saltus check
model NotEqualC
  Boolean b;
  Integer n;
equation
  n = integer(time);
  b = n != 2;
end NotEqualC;

//: error[P0101]: `!=` is not an operator of Modelica
//:  --> fail_not_equal_c.mo:7:9
//:   |
//: 7 |   b = n != 2;
//:   |         ^^
//:   = help: write `<>`
