//: $ saltus simulate --stop 1 --quiet
model Switch
  Real x(start = 1, fixed = true);
equation
  der(x) = if x > 0.5 then -1 else 1;
end Switch;

//: error[M0406]: mode changes are understood but not run yet
//:  --> fail_mode_change_not_yet.mo:5:15
//:   |
//: 5 |   der(x) = if x > 0.5 then -1 else 1;
//:   |               ^^^^^^^ decided while the model runs
//:   = `check`, `flatten` and `analyze` work on this model
//:   = help: a condition on parameters, or inside `noEvent(…)`, runs today
