//: $ saltus check
model M
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -y;
  2*y <- x;
end M;

//: error[N0232]: a substitution stands for a continuous variable or its derivative
//:  --> fail_substitution_target.mo:6:3
//:   |
//: 6 |   2*y <- x;
//:   |   ^^^ this is not a variable
//:   = help: write `v <- …` or `der(v) <- …` with a continuous variable `v`
