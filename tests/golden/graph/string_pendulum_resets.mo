//: $ saltus explain resets
// A constraint on positions: the string goes taut in two instants.
model StringPendulum
  parameter Real L = 1, g = 9.81;
  Real x(start = 0, fixed = true), y(start = -1);
  Real vx(start = 6.8, fixed = true), vy(start = 0);
  Real T(start = 1);
  Boolean taut(start = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -T*x;
  der(vy) = -T*y - g;
  taut = if pre(taut) then T > 0 else x^2 + y^2 >= L^2;
  if taut then
    x^2 + y^2 = L^2;
  else
    T = 0;
  end if;
end StringPendulum;

//: StringPendulum
//:
//: Mode `not taut`: index 1, 4 degrees of freedom
//:   state: x, y, vx, vy
//:   T from
//:     line 18: T = 0
//:   der(x) from
//:     line 10: der(x) = vx
//:   der(vx) from
//:     line 12: der(vx) = -T*x
//:   der(y) from
//:     line 11: der(y) = vy
//:   der(vy) from
//:     line 13: der(vy) = -T*y - g
//:
//: Mode `taut`: index 3, 2 degrees of freedom
//:   state: x, der(x), y, der(y), vx, vy
//:   der(der(x)), der(der(y)), der(vx), der(vy), T from
//:     line 10: der(x) = vx  (differentiated once)
//:     line 11: der(y) = vy  (differentiated once)
//:     line 12: der(vx) = -T*x
//:     line 13: der(vy) = -T*y - g
//:     line 16: x^2 + y^2 = L^2  (differentiated twice)
//:
//: From `not taut` to `taut`
//:   line 16: x^2 + y^2 = L^2  need not hold before
//:   der(x) := (y^2*pre(vx) - x*y*pre(vy))/(x^2 + y^2)
//:   der(y) := (x^2*pre(vy) - x*y*pre(vx))/(x^2 + y^2)
//:   vx := (y^2*pre(vx) - x*y*pre(vy))/(x^2 + y^2)
//:   vy := (x^2*pre(vy) - x*y*pre(vx))/(x^2 + y^2)
//:   T: impulse of order 1, weight (x*pre(vx) + y*pre(vy))/(x^2 + y^2)
//:
//: From `taut` to `not taut`
//:   the state is continuous
