//: $ saltus explain changes
// Nothing says where b begins as a state: it keeps its left limit.
model BecomesState
  Real a = time^2, b;
equation
  if time <= 3 then
    b = a;
  else
    der(b) = -1;
  end if;
end BecomesState;

//: BecomesState
//:
//: Modes
//:     1  time > 3
//:     2  time <= 3   (the first one)
//: Changes by one crossing
//:     1 to 2   continuous        follow: b
//:     2 to 1   continuous        left limit kept: b
