//: $ saltus check
model Cooling
  Real temperature(start = 90, fixed = true);
  Real ambient(start = 20), humidity;
equation
  der(temperature) = -0.1*(temperature - 20);
end Cooling;

//: error[S0304]: 2 unknowns occur in no equation
//:  --> fail_unknown_without_equation.mo:4:8
//:   |
//: 4 |   Real ambient(start = 20), humidity;
//:   |        ^^^^^^^              -------- nor this one
//:   |        |
//:   |        nothing determines it
//:   = `Cooling` has 1 equation for 3 unknowns
//:   = help: add an equation that contains `ambient`, or remove the declaration
