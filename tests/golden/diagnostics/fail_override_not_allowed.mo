//: $ saltus check --set g=1
model Spring
  constant Real g = 9.81;
  Real x(start = 1);
equation
  der(x) = -g*x;
end Spring;

//: error[F0302]: `--set g`: `g` cannot be changed
//:  --> fail_override_not_allowed.mo:3:17
//:   |
//: 3 |   constant Real g = 9.81;
//:   |                 ^ this is a constant
