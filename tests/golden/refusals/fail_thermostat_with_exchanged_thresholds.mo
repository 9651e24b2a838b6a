//: $ saltus simulate --quiet --stop 2
//: exit 3
model Thermostat "Heats above and cools below its set point, with the thresholds exchanged"
  Real T(start = 20, fixed = true);
  Boolean heats(start = false, fixed = true);
equation
  der(T) = if heats then 1 else -1;
  heats = T < 19 or pre(heats) and T < 18;
end Thermostat;

//: error[X0613]: the events at t = 1 follow each other without end
//:  --> fail_thermostat_with_exchanged_thresholds.mo:8:3
//:   |
//: 8 |   heats = T < 19 or pre(heats) and T < 18;
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ happens again and again at this time
//:   = they lead through `heats = false`, then `heats = true`
//:   = and then to the first of these again
//:   = help: let the conditions of what is switched on and of what is switched off overlap (hysteresis), or let a condition that has led here remember it: `… or pre(on)`
