model PendulumSecondOrder "The pendulum as in the textbook: three equations, second derivatives"
  parameter Real g(unit = "m/s2") = 9.81 "gravity, along -y";
  parameter Real L(unit = "m") = 1 "length of the rod";
  Real x(start = L, unit = "m") "to the right";
  Real y(start = 0, fixed = true, unit = "m") "upwards";
  Real lambda(unit = "1/s2") "force of the rod per mass and length";
initial equation
  der(y) = 0;
equation
  der(der(x)) = -lambda*x;
  der(der(y)) = -lambda*y - g;
  x^2 + y^2 = L^2;
  annotation(experiment(StartTime = 0, StopTime = 10, Tolerance = 1e-10, Interval = 0.05));
end PendulumSecondOrder;
