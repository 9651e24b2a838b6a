model DerivativeChain "The ninth derivative of a given motion, asked for as a DAE: index 10"
  Real y1, y2, y3, y4, y5, y6, y7, y8, y9, y10;
equation
  y1 = sin(time);
  der(y1) = y2;
  der(y2) = y3;
  der(y3) = y4;
  der(y4) = y5;
  der(y5) = y6;
  der(y6) = y7;
  der(y7) = y8;
  der(y8) = y9;
  der(y9) = y10;
  annotation(experiment(StartTime = 0, StopTime = 10, Tolerance = 1e-10, Interval = 0.05));
end DerivativeChain;
