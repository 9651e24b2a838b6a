model BuckConverter "A switch and an ideal diode; the load becomes small during the run"
  parameter Real Vg = 24 "Source", L = 1e-3, C = 1e-5;
  parameter Real T = 1e-4 "Period of the switch", D = 0.4 "Share of it in which the switch is on";
  parameter Real R1 = 10, R2 = 200 "Load, before and after the step", tStep = 1.07e-3;
  Real i(start = 0, fixed = true) "Current of the inductor";
  Real v(start = 0, fixed = true) "Voltage of the load";
  Real vx "Voltage between switch, diode and inductor";
  Real iSwitch, iDiode;
  Integer z(min = 0, max = 1) "The diode conducts";
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
  z*vx = (1 - z)*iDiode "no voltage, or no current";
  (1 - z)*vx + z*iDiode >= 0 "the voltage blocks, or the current flows forward";
  annotation(experiment(StopTime = 2e-3, Tolerance = 1e-10, Interval = 5e-6));
end BuckConverter;
