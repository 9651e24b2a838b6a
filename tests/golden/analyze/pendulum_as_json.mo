//: $ saltus analyze --json
model Pendulum "in Cartesian coordinates, index 3"
  parameter Real g = 9.81, L = 1;
  Real x(start = 1, fixed = true), y, T;
equation
  der(der(x)) = -T*x;
  der(der(y)) = -T*y - g;
  x^2 + y^2 = L^2;
end Pendulum;
