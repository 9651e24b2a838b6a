//: $ saltus simulate --quiet --stop 1
model Walls
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
equation
  der(x) = v;
  der(v) = 0;
  when x > 0.2 then
    reinit(v, -1);
  end when;
  when x < -0.2 then
    reinit(v, 1);
  end when;
end Walls;

//: error[M0416]: two `reinit` can act on `v` at the same instant
//:   --> fail_reinit_twice.mo:11:5
//:    |
//:  8 |     reinit(v, -1);
//:    |     ------------- the first one
//: ...
//: 11 |     reinit(v, 1);
//:    |     ^^^^^^^^^^^^ the second one
//:    = both `when` clauses could happen at the same instant
//:    = help: make one of them an `elsewhen` of the other: the first one counts
