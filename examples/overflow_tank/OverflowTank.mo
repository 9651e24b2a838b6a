model OverflowTank "What flows in beyond the brim flows over: a guarded substitution"
  parameter Real A = 2 "Area", hmax = 1.5 "Height of the brim";
  Real h(start = 1.2, fixed = true) "Level";
  Real Qx "Overflow";
  Real Qi = 1 + 0.6*sin(time) "Inflow", Qo = 0.9 + 0.2*cos(time/2) "Outflow";
equation
  A*der(h) = Qi - Qo - Qx;
  if h < hmax or Qi < Qo then
    Qx <- 0;
  else
    Qx <- Qi - Qo;
  end if;
  annotation(experiment(StopTime = 12, Tolerance = 1e-11, Interval = 0.05));
end OverflowTank;
