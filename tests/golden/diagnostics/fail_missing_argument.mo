//: $ saltus simulate --model
//: exit 2
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;

//: error[U0203]: `saltus simulate` needs the file of one model
//:   = help: `saltus simulate --help` shows how `simulate` is used
