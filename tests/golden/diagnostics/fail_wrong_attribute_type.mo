//: $ saltus check
model Units
  Real x(start = 1, unit = 5);
  Boolean on(start = 1);
equation
  der(x) = -x;
  on = x > 0.5;
end Units;
