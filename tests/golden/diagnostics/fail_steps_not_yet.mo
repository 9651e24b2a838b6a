//: $ saltus check
model Sawtooth
  Real x = mod(time, 1);
end Sawtooth;

//: error[M0401]: the events of `mod` are not supported yet
//:  --> fail_steps_not_yet.mo:3:12
//:   |
//: 3 |   Real x = mod(time, 1);
//:   |            ^^^^^^^^^^^^ jumps while its argument changes continuously
//:   = help: `noEvent(mod(…))` takes it literally, without events
