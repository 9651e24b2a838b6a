//: $ saltus explain changes
model Stop
  Real x(start=1,fixed=true), v(start=0,fixed=true), f;
  Boolean on(start=false);
equation
  der(x) = v;
  der(v) = f - 9.81;
  on = if pre(on) then f > 0 else x < 0;
  0 = if on then x else f;
end Stop;

//: Stop
//:
//: Modes
//:     1  not on   (the first one)
//:     2  on
//: Changes by one crossing
//:     1 to 2   impulsive         f (order 1); jump: der(x), v
//:     2 to 1   continuous
