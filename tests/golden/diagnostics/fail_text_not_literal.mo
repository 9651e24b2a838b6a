//: $ saltus check
model Message
  Real x(start = 1);
equation
  der(x) = -x;
  assert(x > 0, if time > 1 then "late" else "early");
end Message;
