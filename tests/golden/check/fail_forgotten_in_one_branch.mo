//: $ saltus check
// The author forgot that a closed clutch transmits opposite torques.
model Clutch
  Real w1(start = 10), w2, tau1, tau2;
  input Boolean engaged;
equation
  der(w1) = tau1;
  2*der(w2) = tau2;
  if engaged then
    w1 = w2;
  else
    tau1 = 0;
    tau2 = 0;
  end if;
end Clutch;

//: error[S0305]: in the mode `engaged` (1 of 2): 1 equation too few: `w1`, `w2`, `tau1`, `tau2` share 3 equations
//:   --> fail_forgotten_in_one_branch.mo:4:8
//:    |
//:  4 |   Real w1(start = 10), w2, tau1, tau2;
//:    |        ^^              --  ----  ---- not determined in these modes
//:    |        |               |   |
//:    |        |               |   not determined in these modes
//:    |        |               not determined in these modes
//:    |        not determined in these modes
//: ...
//:  7 |   der(w1) = tau1;
//:    |   -------------- shared by them
//:  8 |   2*der(w2) = tau2;
//:    |   ---------------- shared by them
//:  9 |   if engaged then
//: 10 |     w1 = w2;
//:    |     ------- shared by them
//:    = help: these modes need an equation for one of `w1`, `w2`, `tau1`, `tau2`
//:
//: Clutch: 4 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              1       1                    2
//:              1  singular
