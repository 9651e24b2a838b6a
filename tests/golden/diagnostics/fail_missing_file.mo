//: $ saltus check Missing.mo --model
//: exit 4
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;

//: error[U0101]: there is no file `Missing.mo`
