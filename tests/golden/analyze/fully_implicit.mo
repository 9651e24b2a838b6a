//: $ saltus analyze
model FullyImplicit "not quasilinear: the slope has two solutions"
  Real x(start = 1, fixed = true);
equation
  der(x)^2 + x^2 = 1;
end FullyImplicit;
