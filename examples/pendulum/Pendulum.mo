model Pendulum "A point mass on a massless rod, in Cartesian coordinates: index 3"
  parameter Real g(unit = "m/s2") = 9.81 "gravity, along -y";
  parameter Real L(unit = "m") = 1 "length of the rod";
  // Where the rod is horizontal, x follows from y but not y from x: so y is given, and
  // the start value of x only says on which side.
  Real x(start = L, unit = "m") "to the right";
  Real y(start = 0, fixed = true, unit = "m") "upwards";
  Real vx(start = 0, unit = "m/s");
  Real vy(start = 0, fixed = true, unit = "m/s");
  Real lambda(unit = "1/s2") "force of the rod per mass and length";
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -lambda*x;
  der(vy) = -lambda*y - g;
  x^2 + y^2 = L^2;
  annotation(experiment(StartTime = 0, StopTime = 10, Tolerance = 1e-10, Interval = 0.05));
end Pendulum;
