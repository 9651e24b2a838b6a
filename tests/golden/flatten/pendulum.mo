//: $ saltus flatten
// A model without guards is printed as it was written; the start values are numbers.
model Pendulum "index 3, as written"
  parameter Real L(min = 0, unit = "m") = 1 "length";
  parameter Real g(unit = "m/s2") = 9.81;
  Real x(start = L, fixed = true), y(start = -L/2);
  Real tension(unit = "1/s2");
equation
  der(der(x)) = -tension*x "sideways";
  der(der(y)) = -tension*y - g;
  x^2 + y^2 = L^2;
  annotation(experiment(StopTime = 10*L, Tolerance = 1e-9), Documentation(info = "text"));
end Pendulum;

//: model Pendulum "index 3, as written"
//:   parameter Real L(min = 0, unit = "m") = 1 "length";
//:   parameter Real g(unit = "m/s2") = 9.81;
//:   Real x(start = 1, fixed = true);
//:   Real y(start = -0.5);
//:   Real tension(unit = "1/s2");
//: equation
//:   der(der(x)) = -tension*x "sideways";
//:   der(der(y)) = -tension*y - g;
//:   x^2 + y^2 = L^2;
//:   annotation(experiment(StopTime = 10, Tolerance = 1e-09), Documentation(info = "text"));
//: end Pendulum;
