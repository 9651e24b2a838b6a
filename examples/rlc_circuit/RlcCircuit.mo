model RlcCircuit "Resistor, coil and capacitor in series, switched to a constant voltage: index 1"
  parameter Real R(unit = "Ohm") = 100, L(unit = "H") = 0.1, C(unit = "F") = 1e-6;
  parameter Real U(unit = "V") = 10;
  Real i(start = 0, fixed = true, unit = "A");
  Real uC(start = 0, fixed = true, unit = "V");
  Real uR(unit = "V"), uL(unit = "V");
equation
  uR = R*i;
  uL = L*der(i);
  i = C*der(uC);
  uR + uL + uC = U;
  annotation(experiment(StartTime = 0, StopTime = 0.01, Tolerance = 1e-10, Interval = 5e-5));
end RlcCircuit;
