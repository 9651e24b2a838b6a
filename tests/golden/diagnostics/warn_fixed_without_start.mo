//: $ saltus check
model Start
  Real x(fixed = true);
equation
  der(x) = 1;
end Start;

//: warning[N0229]: `x` is fixed at a start value that is not given
//:  --> warn_fixed_without_start.mo:3:18
//:   |
//: 3 |   Real x(fixed = true);
//:   |                  ^^^^ `start = 0` is meant
//:   = help: write the start value too
//:
//: Start: 1 equation, 1 unknown, index 0, 1 degree of freedom: ok
