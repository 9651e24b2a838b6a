model TwoLinkPendulum "Two point masses on two rods, in Cartesian coordinates: index 3"
  parameter Real g(unit = "m/s2") = 9.81;
  parameter Real m1(unit = "kg") = 1, m2(unit = "kg") = 1;
  parameter Real L1(unit = "m") = 1, L2(unit = "m") = 0.6;
  // The first rod starts horizontal, the second stands upright on its end: where a rod is
  // horizontal, the height can be given, where it is upright, the position across.
  Real x1(start = L1), y1(start = 0, fixed = true) "the first mass, y upwards";
  Real vx1, vy1(start = 0, fixed = true);
  Real x2(start = L1, fixed = true), y2(start = L2) "the second mass";
  Real vx2(start = 0, fixed = true), vy2;
  Real T1(unit = "N/m"), T2(unit = "N/m") "forces of the rods per length";
  Real energy(unit = "J") "constant; it takes part in no other equation";
equation
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  m1*der(vx1) = -T1*x1 + T2*(x2 - x1);
  m1*der(vy1) = -T1*y1 + T2*(y2 - y1) - m1*g;
  m2*der(vx2) = -T2*(x2 - x1);
  m2*der(vy2) = -T2*(y2 - y1) - m2*g;
  x1^2 + y1^2 = L1^2;
  (x2 - x1)^2 + (y2 - y1)^2 = L2^2;
  energy = m1*(vx1^2 + vy1^2)/2 + m2*(vx2^2 + vy2^2)/2 + g*(m1*y1 + m2*y2);
  annotation(experiment(StartTime = 0, StopTime = 4, Tolerance = 1e-10, Interval = 0.02));
end TwoLinkPendulum;
