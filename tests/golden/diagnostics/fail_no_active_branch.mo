//: $ saltus simulate --quiet --stop 3
//: exit 3
model M
  Real x(start = 0, fixed = true), f;
equation
  der(x) = f;
  if x < 1 then
    f <- 1;
  elseif x > 2 then
    f <- 2;
  end if;
end M;

//: error[X0621]: no branch of the substitution of `f` is active at t = 1
//:  --> fail_no_active_branch.mo:8:5
//:   |
//: 7 |   if x < 1 then
//:   |      ----- false here
//: 8 |     f <- 1;
//:   |     ^^^^^^
//: 9 |   elseif x > 2 then
//:   |          ----- false here
//:   = the results end here
//:   = help: write an `else`, or conditions that leave no gap
