//: $ saltus check
model Ball
  Real h(start = 1), v;
equation
  der(h) = v;
  der(v) = -9.81;
  reinit(v, -0.8*v);
end Ball;
