model OverflowTankByEquations "The same tank with equations that depend on the mode"
  parameter Real A = 2 "Area", hmax = 1.5 "Height of the brim";
  Real h(start = 1.2, fixed = true) "Level";
  Real Qx "Overflow";
  Real Qi = 1 + 0.6*sin(time) "Inflow", Qo = 0.9 + 0.2*cos(time/2) "Outflow";
equation
  if h < hmax or Qi < Qo then
    A*der(h) = Qi - Qo;
    Qx = 0;
  else
    A*der(h) = 0;
    Qx = Qi - Qo;
  end if;
  annotation(experiment(StopTime = 12, Tolerance = 1e-11, Interval = 0.05));
end OverflowTankByEquations;
