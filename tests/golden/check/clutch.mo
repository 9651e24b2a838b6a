//: $ saltus check
model Clutch
  parameter Real J1 = 1, J2 = 2;
  Real w1(start = 10), w2, tau1, tau2;
  Boolean engaged = time >= 5 and time < 10;
equation
  J1*der(w1) = tau1;
  J2*der(w2) = tau2;
  if engaged then
    w1 = w2;
    tau1 + tau2 = 0;
  else
    tau1 = 0;
    tau2 = 0;
  end if;
end Clutch;

//: Clutch: 4 unknowns, 1 guard, 2 modes: ok
//:          modes   index   degrees of freedom
//:              1       1                    2
//:              1       2                    1
//:   branches differ in index: 1 when `not engaged`, 2 when `engaged`
