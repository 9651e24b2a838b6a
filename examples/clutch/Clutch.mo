model Clutch "Two shafts that an ideal clutch joins and separates"
  parameter Real a1 = -0.1, a2 = -0.04 "Friction of the shafts, over their inertias";
  parameter Real b1 = 1, b2 = 0.5 "One over the inertias";
  Real w1(start = 10, fixed = true), w2(start = 2, fixed = true) "Speeds";
  Real tau1, tau2 "Torques of the clutch on the shafts";
  Boolean engaged = time >= 5 and time < 10;
equation
  der(w1) = a1*w1 + b1*tau1;
  der(w2) = a2*w2 + b2*tau2;
  if engaged then
    w1 = w2;
    tau1 + tau2 = 0;
  else
    tau1 = 0;
    tau2 = 0;
  end if;
  annotation(experiment(StopTime = 15, Tolerance = 1e-10, Interval = 0.05));
end Clutch;
