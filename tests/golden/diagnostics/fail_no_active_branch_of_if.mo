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

//: error[X0621]: no branch of this `if` is active at t = 1
//:  --> fail_no_active_branch_of_if.mo:6:3
//:   |
//: 6 |   if x < 1 then
//:   |   ^^^^^^^^ false here
//: 7 |     f = 1;
//: 8 |   elseif x > 2 then
//:   |          ----- false here
//:   = `Gap` has 1 equation for 2 unknowns
//:   = help: write an `else` with the equations that hold then
