//: $ saltus simulate --quiet --stop 8
//: exit 3
model Tanks "One hose for two leaking tanks, moved whenever one is empty: both are at t = 2/0.5"
  Real a(start = 1, fixed = true), b(start = 1, fixed = true);
  Boolean left(start = true, fixed = true);
equation
  der(a) = (if left then 1.5 else 0) - 1;
  der(b) = (if left then 0 else 1.5) - 1;
  when b <= 0 then
    left = false;
  elsewhen a <= 0 then
    left = true;
  end when;
end Tanks;

//: error[X0614]: the events of `b <= 0` accumulate at t = 4
//:  --> fail_zeno_of_two_tanks.mo:9:3
//:   |
//: 9 |   when b <= 0 then
//:   |   ^^^^^^^^^^^^^^^^ crossed ever more often
//:   = the results up to there are kept
//:   = help: `--zeno continue` goes on from there, along the boundary, if that is possible
//:   = help: let the motion end: a mode in which it rests, entered below a small speed
