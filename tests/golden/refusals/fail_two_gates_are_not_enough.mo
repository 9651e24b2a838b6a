//: $ saltus simulate --quiet --stop 2
//: exit 3
model Canal "Two gates together let less through than comes in"
  Real h(start = 0, fixed = true);
  Integer a(min = 0, max = 1), b(min = 0, max = 1);
equation
  der(h) = 3 - a - b;
  h - 1 <= 0;
  2*h - 2 - a*b <= 0;
end Canal;

//: error[X0620]: no values of `a`, `b` satisfy the inequalities after t = 0.333333333
//:  --> fail_two_gates_are_not_enough.mo:8:3
//:   |
//: 8 |   h - 1 <= 0;
//:   |   ^^^^^^^^^^ one of the inequalities that determine them
//: 9 |   2*h - 2 - a*b <= 0;
//:   |   ------------------ another one
//:   = before: `a = 0, b = 0`
//:   = with every combination one of them is violated, or is at once; the results up to there are kept
//:   = help: look for a bound that cannot be kept, or for values that violate it already; if the motion should stay on the boundary, write that as a further choice of the binary unknowns
