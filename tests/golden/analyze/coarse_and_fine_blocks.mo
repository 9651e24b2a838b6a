//: $ saltus analyze
model CoarseAndFine "an oscillator seen by an algebraic loop"
  Real x, v, a, b;
equation
  der(x) = v;
  der(v) = -x;
  a + b = x;
  a - b = v*a;
end CoarseAndFine;
