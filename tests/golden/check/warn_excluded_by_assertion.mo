//: $ saltus check
model Level
  Real h(start = 1), q;
equation
  der(h) = 1 - q;
  assert(h < 5, "the tank is five metres high");
  q = if h > 6 then 10 else h;
end Level;

//: warning[M0413]: `h > 6` is never true, so a branch is never taken
//:  --> warn_excluded_by_assertion.mo:7:10
//:   |
//: 7 |   q = if h > 6 then 10 else h;
//:   |   -------^^^^^---------------
//:   |   |
//:   |   in no mode
//:   = assertions, equations of Booleans or the condition itself leave no other value
//:
//: Level: 2 unknowns, 1 guard, 1 mode: ok
//:          modes   index   degrees of freedom
//:              1       1                    1
