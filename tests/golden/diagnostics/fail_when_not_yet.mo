//: $ saltus simulate --quiet --stop 1
model Ball
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.8*pre(v));
  end when;
end Ball;

//: error[M0402]: `when` clauses are understood, but not executed yet
//:  --> fail_when_not_yet.mo:7:3
//:   |
//: 7 |   when h < 0 then
//:   |   ^^^^^^^^^^^^^^^
