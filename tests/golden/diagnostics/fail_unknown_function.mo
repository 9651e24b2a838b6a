//: $ saltus check
model Wave
  Real x = sine(time);
end Wave;
