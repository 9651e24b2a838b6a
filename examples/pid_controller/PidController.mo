model PidController "A body is held in place; the derivative of the deviation is that of the position"
  parameter Real m = 1.5 "Mass", xset = 1 "Wanted position";
  parameter Real kP = 12, kD = 5, kI = 4 "Gains";
  Real x(start = 0, fixed = true) "Position";
  Real v(start = 0.2, fixed = true) "Speed";
  Real i(start = 0, fixed = true) "Integral of the deviation";
  Real e "Deviation", u "Force of the controller";
  Real F = 0.3 + 0.8*sin(2*time) "Disturbing force";
equation
  der(x) = v;
  der(v) = (F - u)/m;
  e = x - xset;
  der(i) = e;
  u = kP*e + kD*der(e) + kI*i;
  der(e) <- der(x);
  annotation(experiment(StopTime = 10, Tolerance = 1e-11, Interval = 0.05));
end PidController;
