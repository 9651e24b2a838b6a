model SampledController "A heater, and a digital controller that looks at it every half second"
  parameter Real period = 0.5, K = 2, Ti = 1 "Controller";
  parameter Real tau = 3 "Time constant of the heater", target = 1;
  Real T(start = 0, fixed = true) "Temperature";
  discrete Real e(start = 0), s(start = 0) "Error and its sum";
  discrete Real u(start = 0) "What the controller sends to the heater";
equation
  tau*der(T) = u - T;
  when sample(0, period) then
    e = target - T;
    s = pre(s) + period*e;
    u = K*(e + s/Ti);
  end when;
  annotation(experiment(StopTime = 10, Tolerance = 1e-10, Interval = 0.02));
end SampledController;
