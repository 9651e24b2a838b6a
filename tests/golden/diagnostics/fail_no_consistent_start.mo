//: $ saltus simulate --stop 1 --quiet
//: exit 3
model NoSolution
  Real x(start = 1, fixed = true);
  Real y(start = 1);
equation
  der(x) = 1;
  y^2 + x^2 + 1 = 0;
end NoSolution;

//: error[I0502]: no consistent start was found near the start values
//:  --> fail_no_consistent_start.mo:8:3
//:   |
//: 8 |   y^2 + x^2 + 1 = 0;
//:   |   ^^^^^^^^^^^^^^^^^ off by 2
//:   = unknowns: `y`
//:   = help: give start values nearer to a solution; if there is none for the values that are fixed, leave one of them free
