//: $ saltus check --set stiffness=stiff
model Spring
  parameter Real stiffness = 10;
  Real x(start = 1);
equation
  der(x) = -stiffness*x;
end Spring;
