//: $ saltus check
model Spring
  parameter Real stiffness(start = 10);
  Real x(start = 1);
equation
  der(x) = -stiffness*x;
end Spring;
