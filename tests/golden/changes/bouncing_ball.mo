//: $ saltus explain changes
model BouncingBall
  parameter Real e = 0.8, g = 9.81;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -g;
  when x <= 0 then
    reinit(v, -e*pre(v));
  end when;
end BouncingBall;

//: BouncingBall
//:
//: Modes
//:     1  every mode   (the first one)
//: Changes by one crossing
//:   none
//: Events within a mode
//:     1        jump              when x <= 0: v := -e*pre(v)
//:                                  jump: v
