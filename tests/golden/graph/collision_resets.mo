//: $ saltus explain resets
// A mode that lasts for an instant, and a reset with a law of restitution.
model Collision
  parameter Real m1 = 2, m2 = 3, eps = 0.5;
  Real x1(start = 0), v1(start = 1.5), x2(start = 1), v2(start = 0), F1, F2;
equation
  der(x1) = v1;
  der(x2) = v2;
  m1*der(v1) = F1;
  m2*der(v2) = F2;
  if edge(x1 >= x2) then
    v2 - v1 = -eps*(pre(v2) - pre(v1));
    F1 + F2 = 0;
  else
    F1 = 0;
    F2 = 0;
  end if;
end Collision;

//: Collision
//:
//: Mode `not edge(x1 >= x2)`: index 1, 4 degrees of freedom
//:   state: x1, v1, x2, v2
//:   F1 from
//:     line 15: F1 = 0
//:   der(v1) from
//:     line 9: m1*der(v1) = F1
//:   der(x1) from
//:     line 7: der(x1) = v1
//:   F2 from
//:     line 16: F2 = 0
//:   der(v2) from
//:     line 10: m2*der(v2) = F2
//:   der(x2) from
//:     line 8: der(x2) = v2
//:
//: Mode `edge(x1 >= x2)`: index 2, 3 degrees of freedom; it lasts for an instant
//:   state: x1, v1, x2, v2
//:   der(v1), der(v2), F1, F2 from
//:     line 9: m1*der(v1) = F1
//:     line 10: m2*der(v2) = F2
//:     line 12: v2 - v1 = -eps*(pre(v2) - pre(v1))  (differentiated once)
//:     line 13: F1 + F2 = 0
//:   der(x1) from
//:     line 7: der(x1) = v1
//:   der(x2) from
//:     line 8: der(x2) = v2
//:
//: From `not edge(x1 >= x2)` to `edge(x1 >= x2)`
//:   line 12: v2 - v1 = -eps*(pre(v2) - pre(v1))  need not hold before
//:   v1 := (m1*pre(v1) + m2*eps*pre(v2) + m2*pre(v2) - m2*eps*pre(v1))/(m1 + m2)
//:   v2 := (m1*eps*pre(v1) + m1*pre(v1) + m2*pre(v2) - m1*eps*pre(v2))/(m1 + m2)
//:   F1: impulse of order 1, weight (m1*m2*eps*pre(v2) + m1*m2*pre(v2) - m1*m2*eps*pre(v1) - m1*m2*pre(v1))/(m1 + m2)
//:   F2: impulse of order 1, weight (m1*m2*eps*pre(v1) + m1*m2*pre(v1) - m1*m2*eps*pre(v2) - m1*m2*pre(v2))/(m1 + m2)
//:
//: From `edge(x1 >= x2)` to `not edge(x1 >= x2)`
//:   the state is continuous
//:   F1, F2: from the equations of the new mode
