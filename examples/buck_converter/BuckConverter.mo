model BuckConverter "A switch and an ideal diode halve a voltage; the load becomes small during the run"
  parameter Real Vg = 24 "Source", L = 1e-3, C = 1e-5;
  parameter Real T = 1e-4 "Period of the switch", D = 0.4 "Share of it in which the switch is on";
  parameter Real R1 = 10, R2 = 200 "Load, before and after the step", tStep = 1.07e-3;
  Real i(start = 0, fixed = true) "Current of the inductor";
  Real v(start = 0, fixed = true) "Voltage of the load";
  Real vx "Voltage between switch, diode and inductor";
  Real iSwitch, iDiode;
  Real s "Along the characteristic of the diode: its voltage if negative, its current otherwise";
  Boolean on(start = true) "The switch conducts";
equation
  when sample(0, T) then
    on = true;
  elsewhen sample(D*T, T) then
    on = false;
  end when;
  L*der(i) = vx - v;
  C*der(v) = i - v/(if time < tStep then R1 else R2);
  i = iSwitch + iDiode;
  if on then
    vx = Vg;
  else
    iSwitch = 0;
  end if;
  -vx = if s < 0 then s else 0;
  iDiode = if s < 0 then 0 else s;
  assert(not on or s < 0, "the diode would short-circuit the source");
  annotation(experiment(StopTime = 2e-3, Tolerance = 1e-10, Interval = 5e-6));
end BuckConverter;
