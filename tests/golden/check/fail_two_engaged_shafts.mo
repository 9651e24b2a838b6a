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

//: error[S0305]: in the mode `not engaged and braked1 and not braked2` (1 of 8): 1 equation too many: line 8, line 12, line 16 and line 23 contain only `w2`, `tau`, `t2`
//:   --> fail_two_engaged_shafts.mo:8:3
//:    |
//:  8 |   der(w2) = -tau + t2;
//:    |   ^^^^^^^^^^^^^^^^^^^ contains only `w2`, `tau`, `t2`
//: ...
//: 12 |     tau = 0;
//:    |     ------- so does this one
//: ...
//: 16 |     w2 = 0;
//:    |     ------ so does this one
//: ...
//: 23 |     t2 = 0;
//:    |     ------ so does this one
//:    = help: remove one of them, or write it in the branch in which it is missing
//:
//: error[S0305]: in the modes `engaged and braked1` (2 of 8): 1 equation too many: line 10, line 15 and line 16 contain only `w1`, `w2`
//:   --> fail_two_engaged_shafts.mo:10:5
//:    |
//: 10 |     w1 = w2;
//:    |     ^^^^^^^ contains only `w1`, `w2`
//: ...
//: 15 |     w1 = 0;
//:    |     ------ so does this one
//: 16 |     w2 = 0;
//:    |     ------ so does this one
//:    = help: remove one of them, or write it in the branch in which it is missing
//:
//: error[S0305]: in the modes `braked1 and braked2` (2 of 8): 1 equation too many: line 16 and line 21 both determine `w2`
//:   --> fail_two_engaged_shafts.mo:16:5
//:    |
//: 16 |     w2 = 0;
//:    |     ^^^^^^ contains only `w2`
//: ...
//: 21 |     w2 = 0;
//:    |     ------ so does this one
//:    = help: remove one of them, or write it in the branch in which it is missing
//:
//: error: 3 errors
//: Shafts: 5 unknowns, 3 guards, 8 modes
//:          modes   index   degrees of freedom
//:              1       1                    2
//:              1       2                    0
//:              2       2                    1
//:              4  singular
//:   branches differ in index: 1 when `not engaged and not braked2`, 2 when `engaged or braked2`
