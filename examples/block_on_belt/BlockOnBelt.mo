model BlockOnBelt "A block is put on a belt whose speed varies"
  parameter Real m = 2, mu = 0.1, g = 10;
  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
  Real belt "Speed of the belt", f "Friction";
equation
  belt = 1 + 0.8*sin(2*time);
  f = -mu*m*g*sign(v - belt);
  der(x) = v;
  m*der(v) = f;
  annotation(experiment(StopTime = 8, Tolerance = 1e-11, Interval = 0.01));
end BlockOnBelt;
