model BecomesState "A variable that is algebraic, then a state"
  Real a = time^2;
  Real b;
equation
  if time < 3 then
    b = a;
  else
    der(b) = -1;
  end if;
  annotation(experiment(StopTime = 5, Tolerance = 1e-10, Interval = 0.02));
end BecomesState;
