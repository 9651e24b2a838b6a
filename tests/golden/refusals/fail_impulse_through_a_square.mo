//: $ saltus simulate --quiet --stop 2
//: exit 3
model Drag "An impulse through a quadratic law"
  Real w1(start = 10, fixed = true), w2(start = 2, fixed = true), tau, loss;
equation
  der(w1) = -tau;
  der(w2) = tau - loss;
  loss = tau^2;
  if time >= 1 then
    w1 = w2;
  else
    tau = 0;
  end if;
end Drag;

//: error[X0610]: the change to the mode `time >= 1` at t = 1 fails: the values after the change could not be found by Newton's iteration
//:   --> fail_impulse_through_a_square.mo:6:3
//:    |
//:  6 |   der(w1) = -tau;
//:    |   ^^^^^^^^^^^^^^
//:  7 |   der(w2) = tau - loss;
//:    |   --------------------
//:  8 |   loss = tau^2;
//:    |   ------------
//:  9 |   if time >= 1 then
//: 10 |     w1 = w2;
//:    |     -------
//:    = unknowns: `tau`, `w2`, `loss`, `w1`
//:    = help: look whether the equations of the new mode can hold after this change at all; what is infinite during it, a force or a current, has to enter them linearly
