//: $ saltus check Other.mo
//: exit 2
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;

//: error[U0206]: `saltus check` takes the file of one model only, and `fail_unexpected_argument.mo` comes after `Other.mo`
