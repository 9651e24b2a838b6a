//: $ saltus simulate --stop 2 --quiet
//: exit 3
model Slides
  Real x(start = 1, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
end Slides;

//: error[X0613]: the changes of mode at t = 1 do not come to an end
//:  --> fail_events_unsettled.mo:6:15
//:   |
//: 6 |   der(x) = if x > 0 then -1 else 1;
//:   |               ^^^^^ asks for the other side in each of them
//:   = modes: `not (x > 0)`, then `x > 0`, then `not (x > 0)`
//:   = they follow each other without end
//:   = help: if both sides push towards the boundary, the motion slides along it: write that motion as a mode of its own, or add hysteresis
