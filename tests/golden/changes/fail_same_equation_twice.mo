//: $ saltus explain changes
model Valve
  Real level(start = 1, fixed = true), q;
  Boolean open = level > 2;
equation
  der(level) = 1 - q;
  q = if open then 2 else 0;
  if open then
    q = 2*level;
  end if;
end Valve;

//: Valve
//:
//: Modes
//:     1  not open   (the first one)
//:     2  open   (singular)
//: Changes by one crossing
//:     1 to 2   over-determined   line 6, line 7, line 9; an equation is too many
//: error[S0315]: the change from `not open` to `open` is over-determined: 3 equations for `level`, `q`
//:  --> fail_same_equation_twice.mo:6:3
//:   |
//: 6 |   der(level) = 1 - q;
//:   |   ^^^^^^^^^^^^^^^^^^ one of them
//: 7 |   q = if open then 2 else 0;
//:   |   ------------------------- another one
//: 8 |   if open then
//: 9 |     q = 2*level;
//:   |     ----------- another one
//:   = the equations cannot all hold
//:   = help: one of these equations is too many: leave it out, or guard it
