//: $ saltus simulate --quiet --stop 2
//: exit 3
model Relay "Switches on and off at the same level, and remembers"
  Real x(start = 0, fixed = true);
  discrete Real u(start = 1, fixed = true);
equation
  der(x) = u;
  when x > 1 then
    u = -1;
  elsewhen x <= 1 then
    u = 1;
  end when;
end Relay;

//: error[X0613]: the events at t = 1 follow each other without end
//:   --> fail_relay_without_hysteresis.mo:9:5
//:    |
//:  9 |     u = -1;
//:    |     ^^^^^^ happens again and again at this time
//: 10 |   elsewhen x <= 1 then
//: 11 |     u = 1;
//:    |     ----- and this
//:    = they lead through `u = 1`, then `u = -1`
//:    = and then to the first of these again
//:    = help: let the conditions of what is switched on and of what is switched off overlap (hysteresis), or let a condition that has led here remember it: `… or pre(on)`
