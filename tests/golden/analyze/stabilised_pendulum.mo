//: $ saltus analyze
model StabilisedPendulum "Gear, Gupta and Leimkuhler: constraint and hidden constraint, index 2"
  parameter Real g = 9.81;
  Real x, y, u, v, T, mu;
equation
  der(x) = u - mu*x;
  der(y) = v - mu*y;
  der(u) = -T*x;
  der(v) = -T*y - g;
  x^2 + y^2 = 1;
  x*u + y*v = 0;
end StabilisedPendulum;
