//: $ saltus check
// Asked after `x > 1`, the condition `x > 2` cannot hold.
model Never
  Real x = time, y;
equation
  if x > 1 then
    y = 1;
  elseif x > 2 then
    y = 2;
  else
    y = 0;
  end if;
end Never;

//: warning[M0413]: `x > 2` is never true where it is evaluated, so a branch is never taken
//:  --> warn_guard_never_true.mo:8:10
//:   |
//: 8 |   elseif x > 2 then
//:   |          ^^^^^
//: 9 |     y = 2;
//:   |     ----- in no mode
//:   = the conditions evaluated before it leave no other value
//:
//: Never: 2 unknowns, 2 guards, 3 modes: ok
//:          modes   index   degrees of freedom
//:              3       1                    0
