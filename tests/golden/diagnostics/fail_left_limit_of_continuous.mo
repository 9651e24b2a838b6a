//: $ saltus check
model Memory
  Real x(start = 1);
  Boolean b = change(x);
  Real y = pre(2*x);
  Boolean c = x > pre(x) - 1;
equation
  der(x) = -x;
end Memory;

//: error[N0215]: `change` of the continuous variable `x`
//:  --> fail_left_limit_of_continuous.mo:4:22
//:   |
//: 4 |   Boolean b = change(x);
//:   |                      ^ equals its left limit except at events
//:   = help: `change` of a continuous variable is known inside `when` only
//:
//: error[N0215]: `pre` needs a variable or a condition
//:  --> fail_left_limit_of_continuous.mo:5:16
//:   |
//: 5 |   Real y = pre(2*x);
//:   |                ^^^ this is neither
//:   = help: declare a variable with this value and write `pre` of it
//:
//: error[N0215]: `pre` of the continuous variable `x`
//:  --> fail_left_limit_of_continuous.mo:6:23
//:   |
//: 6 |   Boolean c = x > pre(x) - 1;
//:   |                       ^ equals its left limit except at events
//:   = help: in a relation that decides when an event happens, write the variable itself; a value that is to be kept from an event on belongs to a discrete variable
//:
//: error: 3 errors
