model Ball "A ball that bounces for ever: one event per half period, nothing between"
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -10;
  when h < 0 then
    reinit(v, -pre(v));
  end when;
  annotation(experiment(StopTime = 2e5, Interval = 400));
end Ball;
