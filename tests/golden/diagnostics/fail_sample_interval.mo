//: $ saltus simulate --quiet --stop 1
model Counter
  parameter Real period = 0;
  Integer n;
equation
  when sample(0, period) then
    n = pre(n) + 1;
  end when;
end Counter;

//: error[M0411]: `sample(0, 0)` has no ticks
//:  --> fail_sample_interval.mo:6:3
//:   |
//: 6 |   when sample(0, period) then
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//:   = help: the second argument is the time between ticks, larger than 0
