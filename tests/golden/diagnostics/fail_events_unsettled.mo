//: $ saltus simulate --stop 2 --quiet
//: exit 3
model Denied
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = if x < 1 then 0 elseif y > 0.5 then 0 else 1;
end Denied;

//: error[X0613]: the event iteration at t = 1 does not converge
//:  --> fail_events_unsettled.mo:7:30
//:   |
//: 7 |   y = if x < 1 then 0 elseif y > 0.5 then 0 else 1;
//:   |                              ^^^^^^^ asks for the other side in each of them
//:   = modes: `not (x < 1), y > 0.5`, then `not (x < 1), not (y > 0.5)`, then `not (x < 1), y > 0.5`
//:   = they follow each other without end
//:   = help: let the conditions depend on what does not jump with them; where they remember (`pre`, `edge`, `when`), let the conditions of two modes overlap (hysteresis)
