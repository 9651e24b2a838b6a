//: $ saltus simulate --interval 0.1 --times 0.5,1
//: exit 2
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;

//: error[U0205]: `--interval` and `--times` exclude each other
//:   = help: one of them says when results are written
