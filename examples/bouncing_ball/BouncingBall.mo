model BouncingBall "A ball that falls, bounces and loses energy"
  parameter Real e = 0.8 "Restitution", g = 9.81;
  Real x(start = 1, fixed = true) "Height", v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -g;
  when x <= 0 then
    reinit(v, -e*pre(v));
  end when;
  annotation(experiment(StopTime = 3, Tolerance = 1e-10, Interval = 0.01));
end BouncingBall;
