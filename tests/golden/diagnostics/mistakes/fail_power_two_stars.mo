//: $ saltus check
model PowerTwoStars
  Real x(start = 1, fixed = true);
equation
  der(x) = -x**2;
end PowerTwoStars;

//: error[P0101]: `**` is not an operator of Modelica
//:  --> fail_power_two_stars.mo:5:14
//:   |
//: 5 |   der(x) = -x**2;
//:   |              ^^
//:   = help: write `^`
