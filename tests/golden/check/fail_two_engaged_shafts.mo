//: $ saltus check
// Two clutches and a brake: braked on both sides of an engaged clutch.
model Shafts
  input Boolean engaged, braked1, braked2;
  Real w1, w2, tau, t1, t2;
equation
  der(w1) = tau + t1;
  der(w2) = -tau + t2;
  if engaged then
    w1 = w2;
  else
    tau = 0;
  end if;
  if braked1 then
    w1 = 0;
    w2 = 0;
  else
    t1 = 0;
  end if;
  if braked2 then
    w2 = 0;
  else
    t2 = 0;
  end if;
end Shafts;

//: error[S0305]: in the modes `braked1` (4 of 8): 1 equation too many: line 16
//:   --> fail_two_engaged_shafts.mo:16:5
//:    |
//: 16 |     w2 = 0;
//:    |     ^^^^^^ the other equations determine `w2` already
//:    = wherever it holds, one equation is too many, in several ways
//:    = help: remove it, or write it in the branch in which it is missing
//:
//: Shafts: 5 unknowns, 3 guards, 8 modes
//:          modes   index   degrees of freedom
//:              1       1                    2
//:              1       2                    0
//:              2       2                    1
//:              4  singular
//:   branches differ in index: 1 when `not engaged and not braked2`, 2 when `engaged or braked2`
