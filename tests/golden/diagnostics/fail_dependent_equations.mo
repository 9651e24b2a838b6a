//: $ saltus simulate --quiet --stop 1
model Star
  Real ua, ub, uc;
equation
  ua - ub = 1;
  ub - uc = 2;
  uc - ua = -3;
end Star;

//: error[S0306]: this equation says nothing that others do not say
//:  --> fail_dependent_equations.mo:7:3
//:   |
//: 5 |   ua - ub = 1;
//:   |   ----------- one of the others
//: 6 |   ub - uc = 2;
//:   |   ----------- one of the others
//: 7 |   uc - ua = -3;
//:   |   ^^^^^^^^^^^^ its unknowns cancel when it is combined with the others
//:   = help: replace it by one that says something new about its unknowns
