//: $ saltus explain
//: exit 2
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;

//: error[U0207]: there is no diagnostic `fail_unknown_code.mo`
//:   = help: `saltus explain` lists all codes
