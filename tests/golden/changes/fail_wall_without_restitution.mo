//: $ saltus explain changes
model Wall
  Real x(start = 1, fixed = true), v(start = -1, fixed = true), F;
equation
  der(x) = v;
  der(v) = F;
  if edge(x <= 0) then
  else
    F = 0;
  end if;
end Wall;

//: Wall
//:
//: Modes
//:     1  not edge(x <= 0)   (the first one)
//:     2  edge(x <= 0)   (singular, lasts for an instant)
//: Changes by one crossing
//:     1 to 2   under-determined  undetermined: F; a law of restitution is missing
//: error[S0314]: the change from `not edge(x <= 0)` to `edge(x <= 0)` is under-determined: nothing determines `F`
//:  --> fail_wall_without_restitution.mo:3:65
//:   |
//: 3 |   Real x(start = 1, fixed = true), v(start = -1, fixed = true), F;
//:   |                                                                 ^ undetermined
//:   = the mode lasts for an instant, and nothing says what `v` is afterwards: a law of restitution is missing
//:   = help: write `v = -e*pre(v)` where `edge(x <= 0)`, with `e` from 0 (plastic) to 1 (elastic)
