model RelayControl "A relay brings a mass to rest, whatever the load"
  parameter Real d = 0.25 "Load";
  Real x(start = 4, fixed = true), y(start = 0, fixed = true);
  Real s "What the relay looks at", u;
equation
  s = x + y;
  u = if s > 0 then -1 else 1;
  der(x) = y;
  der(y) = u + d;
  annotation(experiment(StopTime = 8, Tolerance = 1e-12, Interval = 0.01));
end RelayControl;
