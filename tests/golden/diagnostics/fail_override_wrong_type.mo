//: $ saltus check --set stiffness=stiff
model Spring
  parameter Real stiffness = 10;
  Real x(start = 1);
equation
  der(x) = -stiffness*x;
end Spring;

//: error[F0303]: `--set stiffness=stiff`: `stiff` is not a value of type Real
//:  --> fail_override_wrong_type.mo:3:18
//:   |
//: 3 |   parameter Real stiffness = 10;
//:   |                  ^^^^^^^^^
//:   = help: write a number, such as 2.5 or 1e-3
