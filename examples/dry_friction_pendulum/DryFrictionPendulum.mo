model DryFrictionPendulum "A pendulum whose bearing sticks"
  parameter Real L = 1, g = 9.81, mu = 2 "Friction, over mass and length";
  Real x(start = 0.8, fixed = true), y(start = -0.6);
  Real vx(start = 0, fixed = true), vy, T(start = 1) "Tension, over mass and length";
  Real w "Angular momentum over mass", f;
equation
  der(x) = vx;
  der(y) = vy;
  w = x*vy - y*vx;
  f = mu*sign(w);
  der(vx) = -T*x + f*y;
  der(vy) = -T*y - f*x - g;
  x^2 + y^2 = L^2;
  annotation(experiment(StopTime = 4, Tolerance = 1e-11, Interval = 0.01));
end DryFrictionPendulum;
