//: $ saltus check
model Bounds
  Real x(start = 1, min = 2, max = 0);
equation
  der(x) = -x;
end Bounds;
