//: $ saltus explain changes
// S0: closing is impulsive, opening is continuous.
model Clutch
  parameter Real a1 = -0.1, a2 = -0.2, b1 = 1, b2 = 2;
  Real w1(start = 10, fixed = true), w2(start = 2, fixed = true), tau1, tau2;
  Boolean engaged = time >= 5;
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
//: Modes
//:     1  not engaged   (the first one)
//:     2  engaged
//: Changes by one crossing
//:     1 to 2   impulsive         tau1 (order 1), tau2 (order 1); jump: w1, w2
//:     2 to 1   continuous        follow: tau1, tau2
