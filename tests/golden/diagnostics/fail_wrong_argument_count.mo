//: $ saltus check
model Angle
  Real phi = atan2(sin(time));
end Angle;
