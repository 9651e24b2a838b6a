//: $ saltus check
model ContradictoryEquations
  Real x, y;
equation
  x + y = 1;
  x + y = 2;
end ContradictoryEquations;

//: error[S0306]: this equation contradicts others
//:  --> fail_contradictory_equations.mo:6:3
//:   |
//: 5 |   x + y = 1;
//:   |   --------- one of the others
//: 6 |   x + y = 2;
//:   |   ^^^^^^^^^ its unknowns cancel when it is combined with the others
//:   = help: replace it by one that says something new about its unknowns
