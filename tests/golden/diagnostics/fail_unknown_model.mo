//: $ saltus check --model Bal
model Ball
  Real height(start = 1);
equation
  der(height) = -1;
end Ball;
