//: $ saltus flatten
// abs, sign, min and max keep their names; inside noEvent nothing has guards.
model EventFunctions
  parameter Real p = -2;
  Real x(start = 1), a, b, c, d;
equation
  der(x) = 1;
  a = abs(x) + sign(x - 1)*max(min(x, p), abs(p));
  b = noEvent(if x > 0 then abs(x) else mod(x, 2));
  c = if noEvent(x > 0) then abs(x) else floor(p);
  d = smooth(1, if x > 0 then x^2 else 0) + homotopy(actual = x, simplified = 1);
end EventFunctions;

//: model EventFunctions
//:   parameter Real p = -2;
//:   Real x(start = 1);
//:   Real a;
//:   Real b;
//:   Real c;
//:   Real d;
//: equation
//:   der(x) = 1;
//:   a = abs(x) + sign(x - 1)*max(min(x, p), abs(p));
//:   b = if noEvent(x > 0) then noEvent(abs(x)) else x - noEvent(floor(x/2))*2;
//:   c = if noEvent(x > 0) then abs(x) else floor(p);
//:   d = (if x > 0 then x^2 else 0) + x;
//: end EventFunctions;
