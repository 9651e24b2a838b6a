//: $ saltus explain changes
// Parts of the same form are listed once.
model Clutches
  Real a1(start = 1), a2(start = 2), ta, b1(start = 1), b2(start = 2), tb, c1(start = 1), c2(start = 2), tc;
equation
  der(a1) = -a1 + ta;
  der(a2) = -ta;
  if time >= 1 then a1 = a2; else ta = 0; end if;
  der(b1) = -b1 + tb;
  der(b2) = -tb;
  if time >= 2 then b1 = b2; else tb = 0; end if;
  der(c1) = -c1 + tc;
  der(c2) = -tc;
  if time >= 3 then c1 = c2; else tc = 0; end if;
end Clutches;

//: Clutches
//:
//: Part of `a1`, `a2`, `ta`, and 2 others of the same form
//: Modes
//:     1  time < 1   (the first one)
//:     2  time >= 1
//: Changes by one crossing
//:     1 to 2   impulsive         ta (order 1); jump: a1, a2
//:     2 to 1   continuous        follow: ta
