//: $ saltus check
model Ball
  parameter Real e = 0.8;
  Real h(start = 1), v;
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(e, 0.5);
  end when;
end Ball;
