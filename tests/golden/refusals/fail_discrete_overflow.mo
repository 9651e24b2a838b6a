//: $ saltus simulate --quiet --stop 2
//: exit 3
model Grows "10^(2^9) at the ninth tick"
  Real n(start = 10, fixed = true);
equation
  when sample(0.1, 0.1) then
    n = pre(n)^2;
  end when;
end Grows;

//: error[X0603]: the value of `n` is not finite at t = 0.9
//:  --> fail_discrete_overflow.mo:7:5
//:   |
//: 7 |     n = pre(n)^2;
//:   |     ^^^^^^^^^^^^ evaluated at this event
//:   = the results up to there are kept
//:   = help: look for a division by zero, a root or logarithm of a negative number, or an overflow
