//: $ saltus analyze
model TwoLinkChain "two masses on rods"
  parameter Real g = 9.81;
  Real x1, y1, x2, y2, T1, T2;
equation
  der(der(x1)) = -T1*x1 + T2*(x2 - x1);
  der(der(y1)) = -T1*y1 + T2*(y2 - y1) - g;
  der(der(x2)) = -T2*(x2 - x1);
  der(der(y2)) = -T2*(y2 - y1) - g;
  x1^2 + y1^2 = 1;
  (x2 - x1)^2 + (y2 - y1)^2 = 1;
end TwoLinkChain;
