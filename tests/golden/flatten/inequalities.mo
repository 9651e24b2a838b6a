//: $ saltus flatten
// Inequalities and binary unknowns, as in the three tanks of S4.
model Levels
  parameter Real low = 1, high = 2;
  Real x(start = 1.5, fixed = true), y;
  Integer z1(start = 1, min = 0, max = 1), z2(min = 0, max = 1), k(min = 0, max = 1);
  Integer n;
equation
  der(x) = y;
  y = 1 - 2*z1 + z1*z2;
  (high - x)*(1 - z1) >= (if time > 3 then 0.5 else 0) "empties above";
  if x > 5 then
    low <= x;
  elseif x > 4 then
    x*z2 <= 4;
  else
    x <= 8;
  end if;
  n = z1 + z2;
  when x > 3 then
    k = 1 - pre(k);
  end when;
end Levels;

//: model Levels
//:   parameter Real low = 1;
//:   parameter Real high = 2;
//:   Real x(start = 1.5, fixed = true);
//:   Real y;
//:   Integer z1(start = 1, min = 0, max = 1);
//:   Integer z2(min = 0, max = 1);
//:   Integer k(min = 0, max = 1);
//:   Integer n;
//: equation
//:   der(x) = y;
//:   y = 1 - 2*z1 + z1*z2;
//:   n = z1 + z2;
//:   (if time > 3 then 0.5 else 0) - (high - x)*(1 - z1) <= 0 "empties above";
//:   if x > 5 then
//:     low - x <= 0;
//:   elseif x > 4 then
//:     x*z2 - 4 <= 0;
//:   else
//:     x - 8 <= 0;
//:   end if;
//:   when x > 3 then
//:     k = 1 - pre(k);
//:   end when;
//: end Levels;
