//: $ saltus explain resets
// S0, Figure 4 and (12).
model Clutch
  parameter Real a1 = -0.1, a2 = -0.2, b1 = 1, b2 = 2;
  Real w1(start = 10, fixed = true), w2(start = 2, fixed = true);
  Real tau1, tau2;
  Boolean engaged = time >= 5 and time < 10;
equation
  der(w1) = a1*w1 + b1*tau1;
  der(w2) = a2*w2 + b2*tau2;
  if engaged then
    w1 - w2 = 0;
    tau1 + tau2 = 0;
  else
    tau1 = 0;
    tau2 = 0;
  end if;
end Clutch;

//: Clutch
//:
//: Mode `not engaged`: index 1, 2 degrees of freedom
//:   state: w1, w2
//:   tau1 from
//:     line 15: tau1 = 0
//:   der(w1) from
//:     line 9: der(w1) = a1*w1 + b1*tau1
//:   tau2 from
//:     line 16: tau2 = 0
//:   der(w2) from
//:     line 10: der(w2) = a2*w2 + b2*tau2
//:
//: Mode `engaged`: index 2, 1 degree of freedom
//:   state: w1, w2
//:   der(w1), der(w2), tau1, tau2 from
//:     line 9: der(w1) = a1*w1 + b1*tau1
//:     line 10: der(w2) = a2*w2 + b2*tau2
//:     line 12: w1 - w2 = 0  (differentiated once)
//:     line 13: tau1 + tau2 = 0
//:
//: From `not engaged` to `engaged`
//:   line 12: w1 - w2 = 0  need not hold before
//:   w1 := (b1*pre(w2) + b2*pre(w1))/(b1 + b2)
//:   w2 := (b1*pre(w2) + b2*pre(w1))/(b1 + b2)
//:   tau1: impulse of order 1, weight (pre(w2) - pre(w1))/(b1 + b2)
//:   tau2: impulse of order 1, weight (pre(w1) - pre(w2))/(b1 + b2)
//:
//: From `engaged` to `not engaged`
//:   the state is continuous
//:   tau1, tau2: from the equations of the new mode
