//: $ saltus explain changes
// Momentum is kept, but nothing says how the bodies part.
model Collision
  parameter Real m1 = 2, m2 = 3;
  Real x1(start = 0, fixed = true), v1(start = 1.5, fixed = true);
  Real x2(start = 1, fixed = true), v2(start = 0, fixed = true);
  Real F1, F2;
equation
  der(x1) = v1;
  der(x2) = v2;
  m1*der(v1) = F1;
  m2*der(v2) = F2;
  if edge(x1 >= x2) then
    F1 + F2 = 0;
  else
    F1 = 0;
    F2 = 0;
  end if;
end Collision;

//: Collision
//:
//: Modes
//:     1  not edge(x1 >= x2)   (the first one)
//:     2  edge(x1 >= x2)   (singular, lasts for an instant)
//: Changes by one crossing
//:     1 to 2   under-determined  undetermined: F1, F2; a law of restitution is missing
//: error[S0314]: the change from `not edge(x1 >= x2)` to `edge(x1 >= x2)` is under-determined: nothing determines `F1`, `F2`
//:  --> fail_collision_without_restitution.mo:7:8
//:   |
//: 7 |   Real F1, F2;
//:   |        ^^  -- and this one
//:   |        |
//:   |        undetermined
//:   = the mode lasts for an instant, and nothing says what `v1` and `v2` are afterwards: a law of restitution is missing
//:   = help: write `v2 - v1 = -e*(pre(v2) - pre(v1))` where `edge(x1 >= x2)`, with `e` from 0 (plastic) to 1 (elastic)
