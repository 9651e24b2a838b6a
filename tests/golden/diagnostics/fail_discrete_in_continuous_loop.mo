//: $ saltus simulate --quiet --stop 1
model Relay
  Real x;
  Boolean on;
equation
  x = if on then 0 else 2;
  when sample(0, 0.2) then
    on = x > 1;
  end when;
end Relay;

//: error[M0417]: `on` and continuous variables need each other at the same instant
//:  --> fail_discrete_in_continuous_loop.mo:8:5
//:   |
//: 8 |     on = x > 1;
//:   |     ^^^^^^^^^^ reads a value that depends on it
//:   = a Boolean cannot be solved for
//:   = help: `pre(…)` breaks the loop: the value before the event
