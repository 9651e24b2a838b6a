//: $ saltus explain changes
// From x < 1 to x >= 2 it takes two crossings; x < 1 and x >= 2 together are no mode.
model Stages
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1 - y;
  if x < 1 then
    y = 0;
  elseif x < 2 then
    y = x - 1;
  else
    y = 1;
  end if;
end Stages;

//: Stages
//:
//: Modes
//:     1  x >= 1, x >= 2
//:     2  x >= 1, x < 2
//:     3  x < 1   (the first one)
//: Changes by one crossing
//:     1 to 2   continuous        follow: y
//:     2 to 1   continuous        follow: y
//:     2 to 3   continuous        follow: y
//:     3 to 2   continuous        follow: y
