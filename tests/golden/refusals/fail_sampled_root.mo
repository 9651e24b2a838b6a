//: $ saltus simulate --quiet --stop 2
//: exit 3
model Sampled
  Real x(start = 0, fixed = true);
  discrete Real y(start = 0);
equation
  der(x) = 1;
  when sample(0.5, 0.5) then
    y = sqrt(0.6 - x);
  end when;
end Sampled;

//: error[X0603]: the value of `y` is not finite at t = 1
//:  --> fail_sampled_root.mo:9:5
//:   |
//: 9 |     y = sqrt(0.6 - x);
//:   |     ^^^^^^^^^^^^^^^^^ evaluated at this event
//:   = the results up to there are kept
//:   = help: look for a division by zero, a root or logarithm of a negative number, or an overflow
