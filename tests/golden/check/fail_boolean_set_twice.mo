//: $ saltus check
// The start and the stop of the pump are two equations of one Boolean.
model Pump
  Boolean running;
  Real level(start = 1), q;
equation
  running = level > 2;
  running = not (level < 1);
  der(level) = 0.5 - q;
  q = if running then 1 else 0;
end Pump;

//: error[M0409]: the discrete variable `running` is determined twice
//:  --> fail_boolean_set_twice.mo:8:3
//:   |
//: 7 |   running = level > 2;
//:   |   ------------------- determined here
//: 8 |   running = not (level < 1);
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^ determined again
