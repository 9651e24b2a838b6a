model RelayOscillator "A relay in feedback with a plant that has zeros on the right"
  parameter Real zeta = 0.5, omega = 1, lambda = 1 "Poles of the plant";
  parameter Real sigma = -0.1, rho = 1 "Its zeros: s^2 + 2*sigma*rho*s + rho^2 = 0";
  Real y(start = 0.5, fixed = true), x2(start = 1, fixed = true), x3(start = 0, fixed = true), u;
equation
  u = if y > 0 then -1 else 1;
  der(y) = -(2*zeta*omega + lambda)*y + x2 + u;
  der(x2) = -(2*zeta*omega*lambda + omega^2)*y + x3 + 2*sigma*rho*u;
  der(x3) = -lambda*omega^2*y + rho^2*u;
  annotation(experiment(StopTime = 20, Tolerance = 1e-11, Interval = 0.02));
end RelayOscillator;
