//: $ saltus check
model Tank
  parameter Real area = 2;
  Real level(start = 1, fixed = true);
  Real inflow, outflow;
equation
  area*der(level) = inflow - outflow;
  outflow = sqrt(level);
end Tank;

//: error[S0301]: `Tank` has 2 equations for 3 unknowns
//:  --> fail_unbalanced_mode.mo:5:8
//:   |
//: 4 |   Real level(start = 1, fixed = true);
//:   |        ----- not determined
//: 5 |   Real inflow, outflow;
//:   |        ^^^^^^  ------- not determined
//:   |        |
//:   |        one of 3 unknowns that share 2 equations
//: 6 | equation
//: 7 |   area*der(level) = inflow - outflow;
//:   |   ---------------------------------- shared by them
//: 8 |   outflow = sqrt(level);
//:   |   --------------------- shared by them
//:   = too few equations: 2 for the 3 unknowns `level`, `inflow`, `outflow`
//:   = help: add 1 equation for one of `level`, `inflow`, `outflow`
