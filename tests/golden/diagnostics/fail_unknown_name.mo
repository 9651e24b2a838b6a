//: $ saltus check
model Pendulum
  Real angle(start = 1);
  Real speed;
equation
  der(angle) = sped;
  der(speed) = -9.81*sin(angle);
end Pendulum;

//: error[N0201]: unknown name `sped`
//:  --> fail_unknown_name.mo:6:16
//:   |
//: 6 |   der(angle) = sped;
//:   |                ^^^^ not declared in this model
//:   = help: did you mean `speed`?
