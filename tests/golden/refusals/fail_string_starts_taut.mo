//: $ saltus simulate --quiet --stop 1
//: exit 3
model Taut "A string of length 1, taut from the start, the mass moving outward"
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real vx(start = 2, fixed = true), vy(start = 1, fixed = true), f;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -f*x;
  der(vy) = -f*y;
  if x^2 + y^2 >= 1 then
    x^2 + y^2 = 1;
  else
    f = 0;
  end if;
end Taut;

//: error[I0501]: the start conditions contradict the equations
//:   --> fail_string_starts_taut.mo:7:3
//:    |
//:  4 |   Real x(start = 1, fixed = true), y(start = 0, fixed = true);
//:    |        -                           - fixed at 0
//:    |        |
//:    |        fixed at 1
//:  5 |   Real vx(start = 2, fixed = true), vy(start = 1, fixed = true), f;
//:    |        -- fixed at 2
//:  6 | equation
//:  7 |   der(x) = vx;
//:    |   ^^^^^^^^^^^ off by 1
//: ...
//: 12 |     x^2 + y^2 = 1;
//:    |     ------------- differentiated once, off by 2
//:    = in the mode `x^2 + y^2 >= 1`
//:    = other modes were tried in vain:
//:    = in the mode `x^2 + y^2 < 1`: `x^2 + y^2 - 1` is zero and becomes positive, not negative
//:    = help: remove `fixed = true` from one of `x`, `y`, `vx`
//:    = help: `--start-from-left-limits` takes the start values as those just before the start: the run begins with the jump that follows, as of an impact or of a clutch that closes
