model Rectifier "Full-wave bridge of ideal diodes, with a smoothing capacitor"
  constant Real pi = 3.141592653589793;
  parameter Real V = 10, f = 50 "Source";
  parameter Real Rs = 1 "Resistance of the source", R = 100 "Load", C = 1e-3;
  Real v(start = 0, fixed = true) "Voltage of the load";
  Real i "Current into capacitor and load";
  Real vs = V*sin(2*pi*f*time) "Source voltage";
equation
  C*der(v) = i - v/R;
  i = if vs > v then (vs - v)/Rs else if -vs > v then (-vs - v)/Rs else 0;
  annotation(experiment(StopTime = 0.06, Tolerance = 1e-10, Interval = 1e-4));
end Rectifier;
