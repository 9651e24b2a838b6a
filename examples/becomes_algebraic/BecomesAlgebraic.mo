model BecomesAlgebraic "A variable that is a state, then algebraic"
  Real x(start = 1, fixed = true);
  Real v = der(x);
equation
  if time < 2 then
    der(x) = -x;
  else
    x = cos(time);
  end if;
  annotation(experiment(StopTime = 5, Tolerance = 1e-10, Interval = 0.02));
end BecomesAlgebraic;
