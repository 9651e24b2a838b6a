//: $ saltus explain resets
// Common factors cancel: each speed is the mean, weighted by the inertias.
model ThreeInertias
  parameter Real J1 = 1, J2 = 2, J3 = 3;
  Real w1(start = 1, fixed = true), w2(start = 2, fixed = true), w3(start = 3, fixed = true);
  Real t12, t23;
equation
  J1*der(w1) = t12;
  J2*der(w2) = t23 - t12;
  J3*der(w3) = -t23;
  if time >= 1 then
    w1 = w2;
    w2 = w3;
  else
    t12 = 0;
    t23 = 0;
  end if;
end ThreeInertias;

//: ThreeInertias
//:
//: Mode `time < 1`: index 1, 3 degrees of freedom
//:   state: w1, w2, w3
//:   t12 from
//:     line 15: t12 = 0
//:   der(w1) from
//:     line 8: J1*der(w1) = t12
//:   t23 from
//:     line 16: t23 = 0
//:   der(w2) from
//:     line 9: J2*der(w2) = t23 - t12
//:   der(w3) from
//:     line 10: J3*der(w3) = -t23
//:
//: Mode `time >= 1`: index 2, 1 degree of freedom
//:   state: w1, w2, w3
//:   der(w1), der(w2), der(w3), t12, t23 from
//:     line 8: J1*der(w1) = t12
//:     line 9: J2*der(w2) = t23 - t12
//:     line 10: J3*der(w3) = -t23
//:     line 12: w1 = w2  (differentiated once)
//:     line 13: w2 = w3  (differentiated once)
//:
//: From `time < 1` to `time >= 1`
//:   line 12: w1 = w2  need not hold before
//:   line 13: w2 = w3  need not hold before
//:   w1 := (J1*pre(w1) + J2*pre(w2) + J3*pre(w3))/(J1 + J2 + J3)
//:   w2 := (J1*pre(w1) + J2*pre(w2) + J3*pre(w3))/(J1 + J2 + J3)
//:   w3 := (J1*pre(w1) + J2*pre(w2) + J3*pre(w3))/(J1 + J2 + J3)
//:   t12: impulse of order 1, weight (J1*J2*pre(w2) + J1*J3*pre(w3) - J1*J2*pre(w1) - J1*J3*pre(w1))/(J1 + J2 + J3)
//:   t23: impulse of order 1, weight (J1*J3*pre(w3) + J2*J3*pre(w3) - J1*J3*pre(w1) - J2*J3*pre(w2))/(J1 + J2 + J3)
//:
//: From `time >= 1` to `time < 1`
//:   the state is continuous
//:   t12, t23: from the equations of the new mode
