//: $ saltus check
model Spring
  parameter Real stiffness;
  Real x(start = 1);
equation
  der(x) = -stiffness*x;
end Spring;
