//: $ saltus check
model Start
  Real x = homotopy(real = time, simplified = 0);
end Start;

//: error[N0224]: `homotopy` has no further argument `real`
//:  --> fail_wrong_named_argument.mo:3:21
//:   |
//: 3 |   Real x = homotopy(real = time, simplified = 0);
//:   |                     ^^^^^^^^^^^
//:   = help: it is called as `homotopy(actual, simplified)`
