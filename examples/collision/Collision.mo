model Collision "Two bodies on a line hit each other"
  parameter Real m1 = 2, m2 = 3;
  parameter Real eps = 0.5 "Restitution: 0 plastic, 1 elastic";
  Real x1(start = 0, fixed = true), v1(start = 1.5, fixed = true);
  Real x2(start = 1, fixed = true), v2(start = 0, fixed = true);
  Real F1, F2 "Forces of the contact on the bodies";
equation
  der(x1) = v1;
  der(x2) = v2;
  m1*der(v1) = F1;
  m2*der(v2) = F2;
  if edge(x1 >= x2) then
    v2 - v1 = -eps*(pre(v2) - pre(v1));
    F1 + F2 = 0;
  else
    F1 = 0;
    F2 = 0;
  end if;
  annotation(experiment(StopTime = 3, Tolerance = 1e-10, Interval = 0.02));
end Collision;
