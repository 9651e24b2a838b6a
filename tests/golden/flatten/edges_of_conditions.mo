//: $ saltus flatten
// The past of a condition, in guards, discrete equations and when clauses.
model Collision
  parameter Real eps = 0.5;
  Real x1(start = 0), x2(start = 1), v1(start = 2), v2(start = 0), F1, F2;
  Boolean moved = change(x1 > 0 and v2 > 0);
  Integer n;
equation
  der(x1) = v1;
  der(x2) = v2;
  der(v1) = F1;
  der(v2) = F2;
  if edge(x1 >= x2) then
    v2 - v1 = -eps*(pre(v2) - pre(v1));
    F1 + F2 = 0;
  else
    F1 = 0;
    F2 = 0;
  end if;
  when edge(x1 >= x2) and not pre(x1 > 3) then
    if pre(n) > 2 then
      n = 0;
    else
      n = pre(n) + 1;
    end if;
  end when;
end Collision;

//: model Collision
//:   parameter Real eps = 0.5;
//:   Real x1(start = 0);
//:   Real x2(start = 1);
//:   Real v1(start = 2);
//:   Real v2(start = 0);
//:   Real F1;
//:   Real F2;
//:   Boolean moved;
//:   Integer n;
//: equation
//:   moved = change(x1 > 0 and v2 > 0);
//:   der(x1) = v1;
//:   der(x2) = v2;
//:   der(v1) = F1;
//:   der(v2) = F2;
//:   if edge(x1 >= x2) then
//:     v2 - v1 = -eps*(pre(v2) - pre(v1));
//:     F1 + F2 = 0;
//:   else
//:     F1 = 0;
//:     F2 = 0;
//:   end if;
//:   when edge(x1 >= x2) and not pre(x1 > 3) then
//:     n = if pre(n) > 2 then 0 else pre(n) + 1;
//:   end when;
//: end Collision;
