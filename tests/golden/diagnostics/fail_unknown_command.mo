//: $ saltus simulat
//: exit 2
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;

//: error[U0201]: `simulat` is not a command
//:   = help: did you mean `simulate`?
