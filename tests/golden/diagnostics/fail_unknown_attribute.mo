//: $ saltus check
model Switch
  Boolean on(start = false, unit = "1");
  Real x(strat = 1);
equation
  on = x > 0.5;
  der(x) = -x;
end Switch;
