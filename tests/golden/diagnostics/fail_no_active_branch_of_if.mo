//: $ saltus simulate --quiet --stop 3
model Gap
  Real x(start = 0, fixed = true), f;
equation
  der(x) = f;
  if x < 1 then
    f = 1;
  elseif x > 2 then
    f = 2;
  end if;
end Gap;

//: error[S0305]: in the mode `x >= 1 and x <= 2` (1 of 3): 1 equation too few: line 5 is all that is left for `x` and `f`
//:  --> fail_no_active_branch_of_if.mo:3:8
//:   |
//: 3 |   Real x(start = 0, fixed = true), f;
//:   |        ^                           - undetermined in this mode
//: 4 | equation
//: 5 |   der(x) = f;
//:   |   ---------- contains them
//: 6 |   if x < 1 then
//: 7 |     f = 1;
//:   |     ----- not in this mode
//: 8 |   elseif x > 2 then
//: 9 |     f = 2;
//:   |     ----- not in this mode
//:   = help: write an equation for `f` that holds in this mode
//:
//: error[X0621]: no branch of this `if` is active at t = 1
//:  --> fail_no_active_branch_of_if.mo:6:3
//:   |
//: 6 |   if x < 1 then
//:   |   ^^^^^^^^ false here
//: 7 |     f = 1;
//: 8 |   elseif x > 2 then
//:   |          ----- false here
//:   = help: write an `else` with the equations that hold then
//:
//: error: 2 errors
