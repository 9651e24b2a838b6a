//: $ saltus check
model Divider
  parameter Real v = 10, r1 = 1, r2 = 4;
  Real i, u1, u2, p;
equation
  u1 = r1*i;
  i = v/(r1 + r2);
  u1 = v*r1/(r1 + r2);
  p = (u1 + u2)*i;
end Divider;
