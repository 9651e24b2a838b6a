//: $ saltus explain changes
// The shafts have to turn alike, and no torque makes them.
model Shafts
  parameter Real J1 = 1, J2 = 2, k = 0.1;
  Real w1(start = 10, fixed = true), w2(start = 2, fixed = true);
equation
  J1*der(w1) = -k*w1;
  J2*der(w2) = -k*w2;
  if time >= 1 then
    w1 = w2;
  end if;
end Shafts;

//: Shafts
//:
//: Modes
//:     1  time < 1   (the first one)
//:     2  time >= 1   (singular)
//: Changes by one crossing
//:     1 to 2   over-determined   line 7, line 8, line 10; a constraint without a force
//: error[S0315]: the change from `time < 1` to `time >= 1` is over-determined: 3 equations for `w1`, `w2`
//:   --> fail_constraint_without_force.mo:7:3
//:    |
//:  7 |   J1*der(w1) = -k*w1;
//:    |   ^^^^^^^^^^^^^^^^^^ one of them
//:  8 |   J2*der(w2) = -k*w2;
//:    |   ------------------ another one
//:  9 |   if time >= 1 then
//: 10 |     w1 = w2;
//:    |     ------- another one
//:    = `w1 = w2` is a constraint without a force: the other equations determine all that it contains
//:    = help: let an unknown force act in the equations of `der(w1)`, `der(w2)`; where the constraint does not hold, set it to 0
