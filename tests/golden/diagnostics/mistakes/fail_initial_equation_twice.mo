//: $ saltus simulate --quiet
//: exit 3
model InitialEquationTwice
  Real x(start = 1, fixed = true);
initial equation
  x = 2;
equation
  der(x) = -x;
end InitialEquationTwice;

//: error[I0501]: the start conditions contradict the equations
//:  --> fail_initial_equation_twice.mo:6:3
//:   |
//: 4 |   Real x(start = 1, fixed = true);
//:   |        - fixed at 1
//: 5 | initial equation
//: 6 |   x = 2;
//:   |   ^^^^^ initial equation, off by 1
//:   = help: remove `fixed = true` from `x`, or remove the initial equation
