//: $ saltus simulate --quiet --stop 1
//: exit 3
model Exp "No number has an exponential below zero"
  Real x(start = 1, fixed = true), y(start = 0);
equation
  der(x) = 0;
  exp(y) = -x;
end Exp;

//: error[I0502]: no consistent start was found near the start values
//:  --> fail_start_of_exponential.mo:7:3
//:   |
//: 7 |   exp(y) = -x;
//:   |   ^^^^^^^^^^^ off by 1
//:   = unknowns: `y`
//:   = help: give start values nearer to a solution; if there is none for the values that are fixed, leave one of them free
