//: $ saltus simulate --quiet --stop 2
//: exit 3
model Runaway "A reaction that heats itself: T = -ln(1 - t)"
  Real T(start = 0, fixed = true);
equation
  der(T) = exp(T);
end Runaway;

//: error[X0604]: the step became too small at t = 1
//:  --> fail_runaway.mo:6:3
//:   |
//: 6 |   der(T) = exp(T);
//:   |   ^^^^^^^^^^^^^^^ says how `T` changes, faster than anything else
//:   = there `T` = 34 and `der(T)` = 7.8e+14
//:   = the results up to there are kept
//:   = help: a value that grows without bound goes to infinity there; a derivative that does is the end of a solution, as at a dead point
