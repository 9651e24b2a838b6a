//: $ saltus simulate --quiet --stop 1
//: exit 3
model Drop "Starts on the floor, moving into it"
  Real h(start = 0, fixed = true), v(start = -1, fixed = true), n;
equation
  der(h) = v;
  der(v) = n - 9.81;
  if h <= 0 then
    h = 0;
  else
    n = 0;
  end if;
end Drop;

//: error[I0501]: the start conditions contradict the equations
//:  --> fail_starts_into_the_floor.mo:6:3
//:   |
//: 4 |   Real h(start = 0, fixed = true), v(start = -1, fixed = true), n;
//:   |                                    - fixed at -1
//: 5 | equation
//: 6 |   der(h) = v;
//:   |   ^^^^^^^^^^
//:   = they ask for `v` = 0
//:   = in the mode `h <= 0`
//:   = other modes were tried in vain:
//:   = in the mode `h > 0`: `h` is zero and becomes negative, not positive
//:   = help: remove `fixed = true` from `v`
//:   = help: `--start-from-left-limits` takes the start values as those just before the start: the run begins with the jump that follows, as of an impact or of a clutch that closes
