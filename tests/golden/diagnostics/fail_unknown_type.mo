//: $ saltus check
model Types
  real x(start = 1);
equation
  der(x) = -x;
end Types;
