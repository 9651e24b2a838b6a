model TwoClutchPowertrain "Engine, clutch, gearbox shaft, clutch, wheels"
  parameter Real Je = 0.2, Js = 0.05, Jw = 4 "Inertias of engine, shaft and wheels";
  parameter Real be = 0.1, bs = 0.02, bw = 0.5 "Friction";
  parameter Real Te = 20 "Torque of the engine", r = 4 "Shaft turns per turn of the wheels";
  Real we(start = 100, fixed = true), ws(start = 0, fixed = true), ww(start = 10, fixed = true);
  Real tc1 "Torque that clutch 1 hands from the engine to the shaft";
  Real tc2 "Torque that clutch 2 hands to the wheels";
  Boolean closed1 = time >= 1 and time < 4 or time >= 6 and time < 8;
  Boolean closed2 = time >= 2 and time < 5 or time >= 6 and time < 8;
equation
  Je*der(we) = Te - be*we - tc1;
  Js*der(ws) = tc1 - bs*ws - tc2/r;
  Jw*der(ww) = tc2 - bw*ww;
  if closed1 then
    we = ws;
  else
    tc1 = 0;
  end if;
  if closed2 then
    ws = r*ww;
  else
    tc2 = 0;
  end if;
  annotation(experiment(StopTime = 10, Tolerance = 1e-10, Interval = 0.02));
end TwoClutchPowertrain;
