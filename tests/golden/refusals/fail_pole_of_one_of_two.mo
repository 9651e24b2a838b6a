//: $ saltus simulate --quiet --stop 2
//: exit 3
model Pair "One of two grows without bound: fast = tan(t)"
  Real slow(start = 1, fixed = true), fast(start = 0, fixed = true);
equation
  der(slow) = -slow;
  der(fast) = 1 + fast^2;
end Pair;

//: error[X0604]: the step became too small at t = 1.57079633
//:  --> fail_pole_of_one_of_two.mo:7:3
//:   |
//: 7 |   der(fast) = 1 + fast^2;
//:   |   ^^^^^^^^^^^^^^^^^^^^^^ says how `fast` changes, faster than anything else
//:   = there `fast` = 3.2e+14 and `der(fast)` = 1e+29
//:   = the results up to there are kept
//:   = help: a value that grows without bound goes to infinity there; a derivative that does is the end of a solution, as at a dead point
