//: $ saltus simulate --quiet --stop 2
//: exit 3
model Counter "Counts without end at one instant"
  Integer n(start = 0, fixed = true);
equation
  n = if time >= 1 then pre(n) + 1 else 0;
end Counter;

//: error[X0613]: the events at t = 1 do not come to an end
//:  --> fail_counter_without_end.mo:6:3
//:   |
//: 6 |   n = if time >= 1 then pre(n) + 1 else 0;
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ happens again and again at this time
//:   = the last of 100000 are `n = 99998`, then `n = 99999`, then `n = 100000`
//:   = help: what depends on its own `pre` changes until it agrees with it: let it change in a `when` clause, which fires once for each event
