//: $ saltus check
model Run
  Real x(start = 1);
equation
  der(x) = -x;
  annotation(experiment(StopTime = 10, Tolerance = -1));
end Run;
