//: $ saltus check
model PreOfContinuous
  Real x(start = 1, fixed = true);
  Boolean b;
equation
  der(x) = -x;
  b = pre(x) < 0.5;
end PreOfContinuous;

//: error[N0215]: `pre` of the continuous variable `x`
//:  --> fail_pre_of_continuous.mo:7:11
//:   |
//: 7 |   b = pre(x) < 0.5;
//:   |           ^ equals its left limit except at events
//:   = help: in a relation that decides when an event happens, write the variable itself; a value that is to be kept from an event on belongs to a discrete variable
