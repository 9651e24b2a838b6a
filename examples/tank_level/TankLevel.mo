model TankLevel "A tank that a pump keeps between two levels"
  parameter Real A = 2 "Area", q = 1 "Flow of the pump", k = 0.3 "Flow out, per level";
  parameter Real low = 1, high = 2;
  Real h(start = 0.5, fixed = true) "Level";
  Boolean pump(start = true);
  Integer starts(start = 0) "How often the pump was switched on";
equation
  A*der(h) = (if pump then q else 0) - k*h;
  pump = h < low or pre(pump) and h < high;
  when pump then
    starts = pre(starts) + 1;
  end when;
  annotation(experiment(StopTime = 40, Tolerance = 1e-10, Interval = 0.1));
end TankLevel;
