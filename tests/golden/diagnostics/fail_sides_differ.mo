//: $ saltus check
model Alarm
  Real x = sin(time);
  Boolean alarm;
equation
  alarm = x;
end Alarm;
