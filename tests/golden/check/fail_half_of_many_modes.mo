//: $ saltus check
// Ten independent valves; the last one forgets an equation when shut.
model Valves
  input Boolean v1, v2, v3, v4, v5, v6, v7, v8, v9, v10;
  Real p, q, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10;
equation
  q = q1 + q2 + q3 + q4 + q5 + q6 + q7 + q8 + q9 + q10;
  p = 10 - q;
  q1 = if v1 then p else 0;
  q2 = if v2 then p else 0;
  q3 = if v3 then p else 0;
  q4 = if v4 then p else 0;
  q5 = if v5 then p else 0;
  q6 = if v6 then p else 0;
  q7 = if v7 then p else 0;
  q8 = if v8 then p else 0;
  q9 = if v9 then p else 0;
  if v10 then
    q10 = p;
  end if;
end Valves;

//: error[S0305]: in the modes `not v10` (512 of 1024): 1 equation too few: nothing replaces line 19
//:   --> fail_half_of_many_modes.mo:5:50
//:    |
//:  5 |   Real p, q, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10;
//:    |                                                  ^^^ needs an equation in these modes
//: ...
//: 19 |     q10 = p;
//:    |     ------- not in these modes
//:    = help: write an equation for `q10` that holds in these modes
//:
//: Valves: 12 unknowns, 10 guards, 1024 modes
//:          modes   index   degrees of freedom
//:            512       1                    0
//:            512  singular
