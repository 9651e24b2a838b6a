//: $ saltus simulate --tolerance -1
//: exit 2
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;

//: error[U0204]: `--tolerance` must be between 1e-15 and 0.1, not -1
