//: $ saltus check
model Sawtooth
  Real x = mod(time, 1);
end Sawtooth;
