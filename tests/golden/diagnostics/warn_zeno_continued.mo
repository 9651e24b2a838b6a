//: $ saltus simulate --stop 3 --zeno continue --quiet --no-event-rows --interval 1 --output -
model Ball
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then
    reinit(v, -0.5*pre(v));
  end when;
end Ball;

//: time,h,v,reaction(h <= 0)
//: 0,1,0,NaN
//: 1,0.06125556565754533,0.15625556565754473,NaN
//: 2,0,0,9.81
//: 3,0,0,9.81
//: warning[X0624]: the events of `h <= 0` accumulate at t = 1.35457092; the run goes on there
//:  --> warn_zeno_continued.mo:7:3
//:   |
//: 7 |   when h <= 0 then
//:   |   ^^^^^^^^^^^^^^^^ crossed ever more often, then held
//:   = what bounces rests there, what switches stays there with the mean of both sides, until something lifts it off
