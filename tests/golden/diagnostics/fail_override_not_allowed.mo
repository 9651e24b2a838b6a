//: $ saltus check --set g=1
model Spring
  constant Real g = 9.81;
  Real x(start = 1);
equation
  der(x) = -g*x;
end Spring;
