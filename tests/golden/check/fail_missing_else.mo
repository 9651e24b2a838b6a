//: $ saltus check
model Heater
  Real temperature(start = 20), power;
equation
  der(temperature) = power - 0.1*(temperature - 15);
  if temperature < 19 then
    power = 5;
  end if;
end Heater;

//: error[S0305]: in the mode `temperature >= 19` (1 of 2): 1 equation too few: `temperature`, `power` share 1 equation
//:  --> fail_missing_else.mo:3:8
//:   |
//: 3 |   Real temperature(start = 20), power;
//:   |        ^^^^^^^^^^^              ----- not determined in these modes
//:   |        |
//:   |        not determined in these modes
//: 4 | equation
//: 5 |   der(temperature) = power - 0.1*(temperature - 15);
//:   |   ------------------------------------------------- shared by them
//:   = help: these modes need an equation for one of `temperature`, `power`
//:
//: Heater: 2 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              1       1                    1
//:              1  singular
