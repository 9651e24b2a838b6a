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

//: error[S0305]: in the mode `engaged` (1 of 2): 1 equation too few: lines 7, 8 and 10 are all that is left for `w1`, `w2`, `tau1` and `tau2`
//:   --> fail_forgotten_in_one_branch.mo:4:8
//:    |
//:  4 |   Real w1(start = 10), w2, tau1, tau2;
//:    |        ^^              --  ----  ---- undetermined in this mode
//: ...
//:  7 |   der(w1) = tau1;
//:    |   -------------- contains them
//:  8 |   2*der(w2) = tau2;
//:    |   ---------------- contains them
//:  9 |   if engaged then
//: 10 |     w1 = w2;
//:    |     ------- contains them
//: 11 |   else
//: 12 |     tau1 = 0;
//:    |     -------- not in this mode
//: 13 |     tau2 = 0;
//:    |     -------- not in this mode
//:    = help: write an equation for `tau1` or `tau2` that holds in this mode
//:
//: Clutch: 4 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              1       1                    2
//:              1  singular
