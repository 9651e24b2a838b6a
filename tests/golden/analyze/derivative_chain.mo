//: $ saltus analyze
model DerivativeChain "index 5: every block is differentiated for the next one"
  Real a, b, c, d, e;
equation
  a = sin(time);
  b = der(a);
  c = der(b);
  d = der(c);
  e^3 = der(d);
end DerivativeChain;
