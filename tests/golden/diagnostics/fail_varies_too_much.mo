//: $ saltus check
model Mass
  parameter Real weight = 9.81*m;
  Real m = 1 + time;
end Mass;
