//: $ saltus explain changes
// The crossing itself makes the constraint hold: positions keep, velocities jump.
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
//: Modes
//:     1  not taut
//:     2  taut   (the first one)
//: Changes by one crossing
//:     1 to 2   impulsive         T (order 1); jump: der(x), der(y), vx, vy
//:     2 to 1   continuous
