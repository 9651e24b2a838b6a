//: $ saltus check
// Six of the eight equations for x are shown.
model Repeated
  Real x, y;
equation
  x = 1;
  2*x = 2;
  x^2 = 1;
  x = time;
  x + 1 = 2;
  x - 1 = 0;
  x/2 = 1/2;
  sin(x) = 1;
  der(y) = x;
end Repeated;
