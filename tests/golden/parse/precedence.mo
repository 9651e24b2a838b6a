//: $ saltus flatten
// Powers before products before sums before relations before `not`, `and`, `or`; a sign takes the whole term.
model Precedence
  Real a, b, c, d;
  Boolean p, q;
equation
  a = -time^2*3 + 2/time/4 - (1 - time) - 5;
  b = (-time)^2 + 2*(-time) - (time + 1)*3;
  c = if time < 1 then 2 elseif time < 2 then 3 else (if p then 4 else 5) + 6;
  d = 2^(3*time) + (2^time)^2;
  p = time + 1 < 2*time or not time > 3 and q;
  q = not (time < 1 or time > 2);
end Precedence;

//: model Precedence
//:   Real a;
//:   Real b;
//:   Real c;
//:   Real d;
//:   Boolean p;
//:   Boolean q;
//: equation
//:   a = -time^2*3 + 2/time/4 - (1 - time) - 5;
//:   b = (-time)^2 + 2*(-time) - (time + 1)*3;
//:   c = if time < 1 then 2 elseif time < 2 then 3 else (if p then 4 else 5) + 6;
//:   d = 2^(3*time) + (2^time)^2;
//:   p = time + 1 < 2*time or not time > 3 and q;
//:   q = not (time < 1 or time > 2);
//: end Precedence;
