//: $ saltus explain changes
// x jumps onto its new course, y with it, and nothing is infinite.
model Switched
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  if time < 1 then
    der(x) = -x;
  else
    x = 3 - time;
  end if;
  der(y) = der(x) - y;
end Switched;

//: Switched
//:
//: Modes
//:     1  time >= 1
//:     2  time < 1   (the first one)
//: Changes by one crossing
//:     1 to 2   continuous
//:     2 to 1   jump              jump: x, y
