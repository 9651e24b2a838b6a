//: $ saltus check
model Circle
  parameter Real a = b + 1;
  parameter Real b = 2*c;
  parameter Real c = a - 3;
  Real x = a*time;
end Circle;
