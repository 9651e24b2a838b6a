//: $ saltus check
model Ball
  Real h(start = 1), v;
equation
  der(h) = v;
  der(v) = -9.81;
  reinit(v, -0.8*v);
end Ball;

//: error[N0216]: `reinit` outside of `when`
//:  --> fail_reinit_outside_when.mo:7:3
//:   |
//: 7 |   reinit(v, -0.8*v);
//:   |   ^^^^^^^^^^^^^^^^^ when should it happen?
//:   = help: write `when condition then reinit(…); end when;`
