model TransistorAmplifier "Two transistor stages driven by a sine: index 1, not quasilinear (IVP test set)"
  parameter Real Ub(unit = "V") = 6, UF(unit = "V") = 0.026;
  parameter Real alpha = 0.99, beta(unit = "A") = 1e-6;
  parameter Real R0(unit = "Ohm") = 1000, R(unit = "Ohm") = 9000 "R1 to R9";
  parameter Real C1(unit = "F") = 1e-6, C2(unit = "F") = 2e-6, C3(unit = "F") = 3e-6;
  parameter Real C4(unit = "F") = 4e-6, C5(unit = "F") = 5e-6;
  constant Real pi = 3.141592653589793;
  Real Ue(unit = "V") "the signal that is amplified";
  Real y1(start = 0), y2(start = 3), y3(start = 3, fixed = true), y4(start = 6) "voltages of the nodes";
  Real y5(start = 3), y6(start = 3, fixed = true), y7(start = 6), y8(start = 0);
  // Each capacitor between two nodes has a voltage and a current of its own. With C*(der(y1) - der(y2))
  // written twice instead, der(y1) and der(y2) look independent, and they are not.
  Real u1(start = -3, fixed = true), u3(start = 3, fixed = true), u5(start = 6, fixed = true);
  Real j1, j3, j5 "currents through C1, C3, C5";
  Real g1, g2 "currents of the two transistors";
equation
  Ue = 0.1*sin(200*pi*time);
  u1 = y1 - y2;
  u3 = y4 - y5;
  u5 = y7 - y8;
  j1 = C1*der(u1);
  j3 = C3*der(u3);
  j5 = C5*der(u5);
  g1 = beta*(exp((y2 - y3)/UF) - 1);
  g2 = beta*(exp((y5 - y6)/UF) - 1);
  // Kirchhoff's current law at each node
  -j1 = (y1 - Ue)/R0;
  j1 = y2/R + (y2 - Ub)/R + (1 - alpha)*g1;
  -C2*der(y3) = y3/R - g1;
  -j3 = (y4 - Ub)/R + alpha*g1;
  j3 = y5/R + (y5 - Ub)/R + (1 - alpha)*g2;
  -C4*der(y6) = y6/R - g2;
  -j5 = (y7 - Ub)/R + alpha*g2;
  j5 = y8/R;
  annotation(experiment(StartTime = 0, StopTime = 0.2, Tolerance = 1e-8, Interval = 5e-4));
end TransistorAmplifier;
