model ShakenMass "A mass on a shaken table, which can push it and cannot pull it"
  parameter Real m = 2;
  parameter Real g = 9.81;
  Real x(start = 0.5, fixed = true) "height of the mass";
  Real v(start = 0, fixed = true);
  Real f "force of the table on the mass";
  Real h "height of the table";
  Integer contact(min = 0, max = 1);
equation
  h = 0.1*sin(12*time);
  der(x) = v;
  m*der(v) = f - m*g;
  contact*(x - h) + (1 - contact)*f = 0 "touches the table, or is free";
  -(1 - contact)*(x - h) - contact*f <= 0 "neither below it, nor pulled down";
  annotation(experiment(StopTime = 3, Tolerance = 1e-12, Interval = 0.05));
end ShakenMass;
