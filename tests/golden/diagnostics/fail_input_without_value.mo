//: $ saltus simulate --quiet --stop 1
model Driven
  input Real u;
  Real x(start = 1);
equation
  der(x) = u - x;
end Driven;
