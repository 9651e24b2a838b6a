//: $ saltus check --set stifness=20
model Spring
  parameter Real stiffness = 10;
  Real x(start = 1);
equation
  der(x) = -stiffness*x;
end Spring;

//: error[F0301]: `--set stifness`: the model has no parameter `stifness`
//:  --> fail_override_unknown.mo:2:7
//:   |
//: 2 | model Spring
//:   |       ^^^^^^
//:   = help: did you mean `stiffness`?
