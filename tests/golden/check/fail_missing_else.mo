//: $ saltus check
model Heater
  Real temperature(start = 20), power;
equation
  der(temperature) = power - 0.1*(temperature - 15);
  if temperature < 19 then
    power = 5;
  end if;
end Heater;

//: error[S0305]: in the mode `temperature >= 19` (1 of 2): 1 equation too few: line 5 is all that is left for `temperature` and `power`
//:  --> fail_missing_else.mo:3:8
//:   |
//: 3 |   Real temperature(start = 20), power;
//:   |        ^^^^^^^^^^^              ----- undetermined in this mode
//: 4 | equation
//: 5 |   der(temperature) = power - 0.1*(temperature - 15);
//:   |   ------------------------------------------------- contains them
//: 6 |   if temperature < 19 then
//: 7 |     power = 5;
//:   |     --------- not in this mode
//:   = help: write an equation for `power` that holds in this mode
//:
//: Heater: 2 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              1       1                    1
//:              1  singular
