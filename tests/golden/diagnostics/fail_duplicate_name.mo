//: $ saltus check
model Twice
  parameter Real mass = 1;
  Real x(start = 1);
  Real mass;
equation
  der(x) = -x/mass;
  mass = 2;
end Twice;
