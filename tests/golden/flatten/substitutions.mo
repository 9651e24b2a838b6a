//: $ saltus flatten
// Substitutions stay readable; nothing substituted is left in the rest.
model Substituted
  parameter Real k = 2;
  Real x(start = 1, fixed = true), e, s, f;
  discrete Real d;
equation
  der(x) = -k*e - der(s) + f;
  s <- e^2;
  e <- x - 1;
  if e > 0 then
    f <- s;
  elseif e < -1 then
    f <- der(e);
  end if;
  der(e) <- k*x;
  when s > 2 then
    d = s;
  end when;
  assert(s < 9, "too far");
end Substituted;

//: model Substituted
//:   parameter Real k = 2;
//:   Real x(start = 1, fixed = true);
//:   Real e;
//:   Real s;
//:   Real f;
//:   discrete Real d;
//: equation
//:   der(x) = -k*(x - 1) - 2*(x - 1)*(k*x) + (if x - 1 > 0 then (x - 1)^2 else k*x);
//:   s <- e^2;
//:   e <- x - 1;
//:   if x - 1 > 0 then
//:     f <- s;
//:   elseif x - 1 < -1 then
//:     f <- k*x;
//:   end if;
//:   der(e) <- k*x;
//:   assert((x - 1)^2 < 9, "too far");
//:   when (x - 1)^2 > 2 then
//:     d = (x - 1)^2;
//:   end when;
//: end Substituted;
