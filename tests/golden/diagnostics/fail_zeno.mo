//: $ saltus simulate --stop 2 --quiet
//: exit 3
model Ball
  parameter Real e = 0.5 "Restitution";
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -9.81;
  when x <= 0 then
    reinit(v, -e*pre(v));
  end when;
end Ball;

//: error[X0614]: the events of `x <= 0` accumulate at t = 1.35457092
//:  --> fail_zeno.mo:9:3
//:   |
//: 9 |   when x <= 0 then
//:   |   ^^^^^^^^^^^^^^^^ crossed ever more often
//:   = the results up to there are kept
//:   = help: `--zeno continue` goes on from there, along the boundary, if that is possible
//:   = help: let the motion end: a mode in which it rests, entered below a small speed
