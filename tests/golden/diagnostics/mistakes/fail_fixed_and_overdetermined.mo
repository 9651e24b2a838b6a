//: $ saltus simulate --quiet
//: exit 3
model FixedAndOverdetermined
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -y;
  x + y = 2;
end FixedAndOverdetermined;

//: error[I0501]: the start conditions contradict the equations
//:  --> fail_fixed_and_overdetermined.mo:7:3
//:   |
//: 4 |   Real x(start = 1, fixed = true), y(start = 0, fixed = true);
//:   |        -                           - fixed at 0
//:   |        |
//:   |        fixed at 1
//: ...
//: 7 |   x + y = 2;
//:   |   ^^^^^^^^^ off by 1
//:   = help: remove `fixed = true` from one of `x`, `y`
//:   = help: `--start-from-left-limits` takes the start values as those just before the start: the run begins with the jump that follows, as of an impact or of a clutch that closes
