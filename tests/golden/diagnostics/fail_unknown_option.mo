//: $ saltus simulate --tolerence 1e-6
//: exit 2
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;

//: error[U0202]: `saltus simulate` has no option `--tolerence`
//:   = help: did you mean `--tolerance`?
