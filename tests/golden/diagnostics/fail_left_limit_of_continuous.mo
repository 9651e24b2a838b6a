//: $ saltus check
model Memory
  Real x(start = 1);
  Real y = pre(x);
equation
  der(x) = -x;
end Memory;
