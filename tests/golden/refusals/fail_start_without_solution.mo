//: $ saltus simulate --quiet --stop 1
//: exit 3
model NoPoint "No level satisfies this"
  Real x(start = 1, fixed = true), y(start = 1);
equation
  der(x) = -x;
  y^2 + 1 = -x;
end NoPoint;

//: error[I0502]: no consistent start was found near the start values
//:  --> fail_start_without_solution.mo:7:3
//:   |
//: 7 |   y^2 + 1 = -x;
//:   |   ^^^^^^^^^^^^ off by 2
//:   = unknowns: `y`
//:   = help: give start values nearer to a solution; if there is none for the values that are fixed, leave one of them free
