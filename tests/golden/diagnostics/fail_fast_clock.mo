//: $ saltus simulate --quiet
//: exit 3
model Fast
  discrete Real n(start = 0);
equation
  when sample(0, 1e-300) then
    n = pre(n) + 1;
  end when;
end Fast;

//: error[X0641]: the ticks of `sample(0, 1e-300)` cannot be told apart in this run
//:  --> fail_fast_clock.mo:6:3
//:   |
//: 6 |   when sample(0, 1e-300) then
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//:   = times have about 16 digits: two ticks are the same event where the time between them is less than 4e-15 of the largest time that matters, the first tick included
//:   = help: let it tick more slowly, and begin with it near the time of the run
