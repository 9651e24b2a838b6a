//: $ saltus check
model Falling
  parameter Real g = 9.81, weight = 2, mass = 0.2;
  Real height(start = 10);
equation
  der(der(height)) = -g;
  weight = mass*g;
end Falling;
