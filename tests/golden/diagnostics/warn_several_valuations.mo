//: $ saltus simulate --stop 2 --quiet
model Flip "Two gates that hold each other down: when both are released, either may win"
  Real a(start = 0), b(start = 0);
  Real r = if time < 1 then 1 else 0;
equation
  a = if b + r > 0.5 then 0 else 1;
  b = if a + r > 0.5 then 0 else 1;
end Flip;

//: warning[X0616]: at t = 1 several modes are consistent with their own conditions
//:  --> warn_several_valuations.mo:4:15
//:   |
//: 4 |   Real r = if time < 1 then 1 else 0;
//:   |               ^^^^^^^^ became false
//: 5 | equation
//: 6 |   a = if b + r > 0.5 then 0 else 1;
//:   |          ----------- became false
//:   = taken: `time >= 1, b + r <= 0.5, a + r > 0.5`
//:   = help: say which one is meant, for example by a condition with `pre`
