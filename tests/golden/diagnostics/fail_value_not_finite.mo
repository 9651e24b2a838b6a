//: $ saltus check
model Ratio
  parameter Real a = 1, b = 0;
  parameter Real ratio = a/b + 1;
  Real x = ratio*time;
end Ratio;
