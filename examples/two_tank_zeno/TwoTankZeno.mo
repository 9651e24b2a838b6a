model TwoTankZeno "One hose for two tanks that leak more than it gives"
  parameter Real w = 0.75 "Inflow", v1 = 0.5, v2 = 0.5 "Leaks";
  Real x1(start = 1, fixed = true), x2(start = 1, fixed = true);
  Boolean first(start = true) "The hose is in the first tank";
equation
  first = if pre(first) then not x2 <= 0 else x1 <= 0;
  der(x1) = (if first then w else 0) - v1;
  der(x2) = (if first then 0 else w) - v2;
  annotation(experiment(StopTime = 7.5, Tolerance = 1e-10, Interval = 0.05));
end TwoTankZeno;
