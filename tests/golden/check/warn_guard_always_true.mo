//: $ saltus check
// Absolute temperatures are positive, and an assertion says so.
model Kelvin
  Real T(start = 300), q;
equation
  assert(T > 0, "absolute temperature");
  der(T) = -q;
  if T > -10 then
    q = 0.1*(T - 280);
  else
    q = 0;
  end if;
end Kelvin;

//: warning[M0413]: `T > -10` is always true, so a branch is never taken
//:   --> warn_guard_always_true.mo:8:6
//:    |
//:  8 |   if T > -10 then
//:    |      ^^^^^^^
//: ...
//: 11 |     q = 0;
//:    |     ----- in no mode
//:    = assertions, equations of Booleans or the condition itself leave no other value
//:
//: Kelvin: 2 unknowns, 1 guard, 1 mode: ok
//:          modes   index   degrees of freedom
//:              1       1                    1
