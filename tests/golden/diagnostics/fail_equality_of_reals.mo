//: $ saltus check
model Hit
  Real x = sin(time);
  Real y = if x == 0.5 then 1 else 0;
end Hit;

//: error[N0219]: `==` compares Real values that change continuously
//:  --> fail_equality_of_reals.mo:4:15
//:   |
//: 4 |   Real y = if x == 0.5 then 1 else 0;
//:   |               ^^^^^^^^ true at single instants only, if at all
//:   = help: write `<=` or `>=`, or a distance such as `abs(a - b) < eps`
//:   = help: inside `noEvent(…)` the comparison is taken literally
