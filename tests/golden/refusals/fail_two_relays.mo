//: $ saltus simulate --quiet --stop 2
//: exit 3
model TwoRelays "Each relay turns the other one over"
  Boolean a(start = false, fixed = true), b(start = false, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  a = if x > 1 then not pre(b) else false;
  b = if x > 1 then pre(a) else false;
end TwoRelays;

//: error[X0613]: the events at t = 1 follow each other without end
//:  --> fail_two_relays.mo:8:3
//:   |
//: 8 |   a = if x > 1 then not pre(b) else false;
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ happens again and again at this time
//: 9 |   b = if x > 1 then pre(a) else false;
//:   |   ----------------------------------- and this
//:   = they lead through `a = false, b = true`, then `a = false, b = false`, then `a = true, b = false`, then `a = true, b = true`
//:   = and then to the first of these again
//:   = help: let the conditions of what is switched on and of what is switched off overlap (hysteresis), or let a condition that has led here remember it: `… or pre(on)`
