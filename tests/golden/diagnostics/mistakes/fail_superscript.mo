//: $ saltus check
model Superscript
  Real x(start = 1, fixed = true);
equation
  der(x) = -x²;
end Superscript;

//: error[P0101]: `²` is not an operator of Modelica
//:  --> fail_superscript.mo:5:14
//:   |
//: 5 |   der(x) = -x²;
//:   |              ^
//:   = help: write `^2`
