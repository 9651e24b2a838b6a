//: $ saltus simulate --quiet
//: exit 3
model Fast
  discrete Real n(start = 0);
equation
  when sample(0, 1e-300) then
    n = pre(n) + 1;
  end when;
end Fast;

//: error[X0641]: the ticks of `sample(0, 1e-300)` cannot be told apart
//:  --> fail_fast_clock.mo:6:3
//:   |
//: 6 |   when sample(0, 1e-300) then
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//:   = times have 16 digits: ticks that are nearer to each other than that are one
//:   = help: a longer interval, or a first tick near the start of the run
