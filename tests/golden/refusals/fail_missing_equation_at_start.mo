//: $ saltus simulate --quiet --stop 1
model Miss
  Real v(start = 0, fixed = true), i, vs, u;
equation
  vs = 10*sin(time);
  vs = u + v;
  der(v) = i;
  if u > 0 then
    u = 0;
  end if;
end Miss;

//: error[S0305]: in the mode `u <= 0` (1 of 2): 1 equation too few: lines 6 and 7 are all that is left for `v`, `i` and `u`
//:  --> fail_missing_equation_at_start.mo:3:8
//:   |
//: 3 |   Real v(start = 0, fixed = true), i, vs, u;
//:   |        ^                           -      - undetermined in this mode
//: ...
//: 6 |   vs = u + v;
//:   |   ---------- contains them
//: 7 |   der(v) = i;
//:   |   ---------- contains them
//: 8 |   if u > 0 then
//: 9 |     u = 0;
//:   |     ----- not in this mode
//:   = help: write an equation for `u` that holds in this mode
//:
//: error[X0621]: no branch of this `if` is active at t = 0
//:  --> fail_missing_equation_at_start.mo:8:3
//:   |
//: 8 |   if u > 0 then
//:   |   ^^^^^^^^ false here
//:   = it is one of the modes that were tried; none of the others is possible:
//:   = in the mode `u > 0`: the left side of `u > 0` minus the right one is and stays zero, not positive
//:   = help: write an `else` with the equations that hold then
//:
//: error: 2 errors
