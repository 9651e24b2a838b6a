model StringPendulum "A mass on a string, which pulls but cannot push"
  parameter Real L = 1, g = 9.81;
  Real x(start = 0, fixed = true), y(start = -1);
  Real vx(start = 6.8, fixed = true), vy(start = 0);
  Real T(start = 1) "Tension, over mass and length";
  Boolean taut(start = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -T*x;
  der(vy) = -T*y - g;
  taut = if pre(taut) then T > 0 else x^2 + y^2 >= L^2;
  if taut then
    x^2 + y^2 = L^2;
  else
    T = 0;
  end if;
  annotation(experiment(StopTime = 5, Tolerance = 1e-10, Interval = 0.01));
end StringPendulum;
