model HarmonicOscillator "A mass on a spring: the smallest model that moves"
  parameter Real omega(unit = "rad/s") = 2;
  Real x(start = 1, fixed = true, unit = "m");
  Real v(start = 0, fixed = true, unit = "m/s");
equation
  der(x) = v;
  der(v) = -omega^2*x;
  annotation(experiment(StartTime = 0, StopTime = 10, Tolerance = 1e-10, Interval = 0.05));
end HarmonicOscillator;
