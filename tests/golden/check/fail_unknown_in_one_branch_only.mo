//: $ saltus check
// `slip` has an equation while sliding only.
model Friction
  Real v(start = 1), f, slip;
  input Boolean sliding;
equation
  der(v) = -f;
  if sliding then
    f = 2*slip;
    slip = v;
  else
    f = v;
  end if;
end Friction;

//: error[S0305]: in the mode `not sliding` (1 of 2): 1 equation too few: nothing determines `slip`
//:   --> fail_unknown_in_one_branch_only.mo:4:25
//:    |
//:  4 |   Real v(start = 1), f, slip;
//:    |                         ^^^^ in no equation of this mode
//: ...
//:  9 |     f = 2*slip;
//:    |     ---------- not in this mode
//: 10 |     slip = v;
//:    |     -------- not in this mode
//:    = help: write an equation for `slip` that holds in this mode
//:
//: Friction: 3 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              1       1                    1
//:              1  singular
