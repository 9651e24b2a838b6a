//: $ saltus simulate --quiet --stop 2
//: exit 3
model Flipflop "Each sets the other off"
  Boolean a(start = false, fixed = true);
  Boolean b(start = false, fixed = true);
equation
  a = not pre(b) and time >= 1;
  b = pre(a);
end Flipflop;

//: error[X0613]: the events at t = 1 follow each other without end
//:  --> fail_flip_flop_without_end.mo:7:3
//:   |
//: 7 |   a = not pre(b) and time >= 1;
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ happens again and again at this time
//: 8 |   b = pre(a);
//:   |   ---------- and this
//:   = they lead through `a = false, b = true`, then `a = false, b = false`, then `a = true, b = false`, then `a = true, b = true`
//:   = and then to the first of these again
//:   = help: let the conditions of what is switched on and of what is switched off overlap (hysteresis), or let a condition that has led here remember it: `… or pre(on)`
