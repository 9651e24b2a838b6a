//: $ saltus explain changes
model Tank
  Boolean filling = level < 1, draining = level > 2;
  Real level(start = 1, fixed = true), q;
equation
  assert(not (filling and draining), "one valve at a time");
  der(level) = q;
  if filling then
    q = 1;
  elseif draining then
    q = -1;
  else
    q = 0;
  end if;
end Tank;

//: Tank
//:
//: Modes
//:     1  not filling, not draining   (the first one)
//:     2  not filling, draining
//:     3  filling
//: Changes by one crossing
//:     1 to 2   continuous        follow: q
//:     1 to 3   continuous        follow: q
//:     2 to 1   continuous        follow: q
//:     3 to 1   continuous        follow: q
