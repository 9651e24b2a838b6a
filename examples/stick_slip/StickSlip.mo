model StickSlip "A mass on a moving belt, held back by a spring"
  parameter Real k = 1 "Stiffness over mass", V = 0.2 "Speed of the belt";
  parameter Real Fs = 1.5 "Friction at rest, over mass", Fc = 1 "at high speed", vs = 0.2;
  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
  Real vr "Speed relative to the belt", f "Friction over mass";
equation
  der(x) = v;
  der(v) = -k*x + f;
  vr = v - V;
  f = -sign(vr)*(Fc + (Fs - Fc)/(1 + abs(vr)/vs));
  annotation(experiment(StopTime = 30, Tolerance = 1e-11, Interval = 0.02));
end StickSlip;
