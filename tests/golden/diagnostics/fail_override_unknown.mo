//: $ saltus check --set stifness=20
model Spring
  parameter Real stiffness = 10;
  Real x(start = 1);
equation
  der(x) = -stiffness*x;
end Spring;
