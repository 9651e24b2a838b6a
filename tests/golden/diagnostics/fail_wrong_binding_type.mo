//: $ saltus check
model Number
  parameter Integer n = 2.5;
  Real x = n*time;
end Number;
