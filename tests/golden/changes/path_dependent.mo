//: $ saltus explain changes
// An inertia that depends on the speed: the reset depends on how it is reached.
model VariableInertia
  Real w1(start = 2, fixed = true), w2(start = 1, fixed = true), t;
equation
  (1 + w1^2)*der(w1) = t;
  der(w2) = -t;
  if time < 1 then
    t = 0;
  else
    w1 = w2;
  end if;
end VariableInertia;

//: VariableInertia
//:
//: Modes
//:     1  time >= 1
//:     2  time < 1   (the first one)
//: Changes by one crossing
//:     1 to 2   continuous        follow: t
//:     2 to 1   impulsive         t (order 1); jump: w1, w2; depends on the path: line 6
