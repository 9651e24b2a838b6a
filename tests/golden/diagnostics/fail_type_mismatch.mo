//: $ saltus check
model Lamp
  Boolean on = time > 1;
  Real power = 60*on;
end Lamp;
