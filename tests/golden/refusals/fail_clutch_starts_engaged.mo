//: $ saltus simulate --quiet --stop 1
//: exit 3
model Clutch "Engaged from the start, with two speeds"
  Real w1(start = 10, fixed = true), w2(start = 0, fixed = true), tau;
  parameter Boolean engaged = true;
equation
  der(w1) = -tau;
  der(w2) = tau;
  if time >= 0 then
    w1 = w2;
  else
    tau = 0;
  end if;
end Clutch;

//: error[I0501]: the start conditions contradict the equations
//:   --> fail_clutch_starts_engaged.mo:10:5
//:    |
//:  4 |   Real w1(start = 10, fixed = true), w2(start = 0, fixed = true), tau;
//:    |        --                            -- fixed at 0
//:    |        |
//:    |        fixed at 10
//: ...
//: 10 |     w1 = w2;
//:    |     ^^^^^^^ off by 10
//:    = in the mode `time >= 0`
//:    = help: remove `fixed = true` from one of `w1`, `w2`
//:    = help: `--start-from-left-limits` takes the start values as those just before the start: the run begins with the jump that follows, as of an impact or of a clutch that closes
