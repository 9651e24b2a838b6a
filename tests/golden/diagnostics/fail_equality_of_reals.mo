//: $ saltus check
model Hit
  Real x = sin(time);
  Real y = if x == 0.5 then 1 else 0;
end Hit;
