//: $ saltus check
// The position and the speed of the body are free, the deviation is not.
model Pid
  Real x, v, e, u;
initial equation
  e = 1;
equation
  der(x) = v;
  der(v) = -u;
  e = x - 1;
  u = e + der(e);
  der(e) <- der(x);
  when time > 1 then
    reinit(e, 0);
  end when;
end Pid;

//: error[F0314]: an initial equation for `e`, which is substituted
//:   --> fail_initialising_substituted.mo:6:3
//:    |
//:  6 |   e = 1;
//:    |   ^^^^^
//: ...
//: 12 |   der(e) <- der(x);
//:    |   ---------------- substituted here
//:    = the value of `e` follows from the equations
//:    = help: initialise `x` instead
//:
//: error[F0314]: `reinit` of `e`, which is substituted
//:   --> fail_initialising_substituted.mo:14:5
//:    |
//: 12 |   der(e) <- der(x);
//:    |   ---------------- substituted here
//: 13 |   when time > 1 then
//: 14 |     reinit(e, 0);
//:    |     ^^^^^^^^^^^^
//:    = the value of `e` follows from the equations
//:    = help: initialise `x` instead
//:
//: error: 2 errors
