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

//: error[N0217]: `reinit` sets a continuous variable or its derivative
//:  --> fail_reinit_target.mo:9:12
//:   |
//: 9 |     reinit(e, 0.5);
//:   |            ^ this is not a continuous variable
//:   = help: a discrete variable is set by an equation: `v = …`
