//: $ saltus check
model Orbit
  parameter Real speed(fixed = false) = 1;
  Real x(start = 0, fixed = true);
initial equation
  speed = 2;
equation
  der(x) = speed;
end Orbit;
