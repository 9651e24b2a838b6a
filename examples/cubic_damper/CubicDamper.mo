model CubicDamper "A spring without mass on a damper with a cubic law: implicit, not quasilinear"
  parameter Real k(unit = "N/m") = 2 "stiffness of the spring";
  parameter Real b(unit = "N.s/m") = 1 "linear part of the damper";
  parameter Real c(unit = "N.s3/m3") = 0.5 "cubic part of the damper";
  Real x(start = 2, fixed = true, unit = "m");
equation
  // der(x) cannot be isolated: Newton's method finds it, and the start of the run needs a guess for it
  c*der(x)^3 + b*der(x) + k*x = 0;
  annotation(experiment(StartTime = 0, StopTime = 3, Tolerance = 1e-10, Interval = 0.02));
end CubicDamper;
