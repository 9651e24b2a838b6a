//: $ saltus check
model Memory
  Real x(start = 1);
  Real y = pre(x);
equation
  der(x) = -x;
end Memory;

//: error[N0215]: `pre` of the continuous variable `x`
//:  --> fail_left_limit_of_continuous.mo:4:16
//:   |
//: 4 |   Real y = pre(x);
//:   |                ^ equals its left limit except at events
//:   = help: `pre` of a continuous variable is known inside `when` only
