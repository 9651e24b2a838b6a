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
//:  --> fail_unknown_in_one_branch_only.mo:4:25
//:   |
//: 4 |   Real v(start = 1), f, slip;
//:   |                         ^^^^ in no equation of these modes
//:   = help: these modes need an equation for `slip`
//:
//: Friction: 3 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              1       1                    1
//:              1  singular
