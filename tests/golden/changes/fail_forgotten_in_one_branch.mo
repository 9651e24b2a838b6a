//: $ saltus explain changes
model Heater
  Real T(start = 20, fixed = true), P;
equation
  10*der(T) = P - (T - 15);
  if T < 21 then
    P = 100;
  end if;
end Heater;

//: Heater
//:
//: Modes
//:     1  T >= 21   (singular)
//:     2  T < 21   (the first one)
//: Changes by one crossing
//:     2 to 1   under-determined  undetermined: P; an equation is missing in this mode
//: error[S0314]: the change from `T < 21` to `T >= 21` is under-determined: nothing determines `P`
//:  --> fail_forgotten_in_one_branch.mo:3:37
//:   |
//: 3 |   Real T(start = 20, fixed = true), P;
//:   |                                     ^ undetermined
//:   = `P = 100` is there only where `T < 21`
//:   = help: write an equation for `P` where `T >= 21`
