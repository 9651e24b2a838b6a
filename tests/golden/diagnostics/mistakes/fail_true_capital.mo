//: $ saltus check
model TrueCapital
  Boolean b;
  Real x(start = 0, fixed = True);
equation
  b = True;
  der(x) = 1;
end TrueCapital;

//: error[N0201]: unknown name `True`
//:  --> fail_true_capital.mo:4:29
//:   |
//: 4 |   Real x(start = 0, fixed = True);
//:   |                             ^^^^ not declared in this model
//:   = help: write `true`
