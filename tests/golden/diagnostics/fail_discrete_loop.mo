//: $ saltus simulate --quiet --stop 1
model Latch
  Boolean set = time > 0.5;
  Boolean on = set or not off;
  Boolean off = not on;
end Latch;

//: error[M0407]: discrete values need each other
//:  --> fail_discrete_loop.mo:4:16
//:   |
//: 4 |   Boolean on = set or not off;
//:   |                ^^^^^^^^^^^^^^
//: 5 |   Boolean off = not on;
//:   |                 ------ part of it
//:   = `off` needs `on` needs `off`
//:   = help: `pre(…)` breaks the loop: the value before the event
