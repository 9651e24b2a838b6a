//: $ saltus simulate --quiet --stop 1
model Gear
  Integer gear(start = 1);
  Boolean fast = time > 0.5;
equation
  if fast then
    gear = 2;
  end if;
end Gear;

//: error[M0408]: nothing determines the discrete variable `gear`
//:  --> fail_discrete_without_equation.mo:3:11
//:   |
//: 3 |   Integer gear(start = 1);
//:   |           ^^^^ has no equation if `not fast`
//: ...
//: 7 |     gear = 2;
//:   |     -------- an equation for it
//:   = help: `gear = pre(gear)` keeps its value
