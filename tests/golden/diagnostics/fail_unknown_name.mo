//: $ saltus check
model Pendulum
  Real angle(start = 1);
  Real speed;
equation
  der(angle) = sped;
  der(speed) = -9.81*sin(angle);
end Pendulum;
