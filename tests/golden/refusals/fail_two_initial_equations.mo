//: $ saltus simulate --quiet --stop 1
//: exit 3
model Twice "Two initial equations for one state"
  Real x;
initial equation
  x = 1;
  der(x) = 3;
equation
  der(x) = -x;
end Twice;

//: error[I0501]: the start conditions contradict the equations
//:  --> fail_two_initial_equations.mo:9:3
//:   |
//: 6 |   x = 1;
//:   |   ----- initial equation, off by 0.444
//: 7 |   der(x) = 3;
//:   |   ---------- initial equation, off by 1.78
//: 8 | equation
//: 9 |   der(x) = -x;
//:   |   ^^^^^^^^^^^ off by 1.78
//:   = help: remove one of the initial equations
