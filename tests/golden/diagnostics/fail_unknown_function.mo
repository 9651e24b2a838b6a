//: $ saltus check
model Wave
  Real x = sine(time);
end Wave;

//: error[N0205]: unknown function `sine`
//:  --> fail_unknown_function.mo:3:12
//:   |
//: 3 |   Real x = sine(time);
//:   |            ^^^^^^^^^^
//:   = help: did you mean `sin`?
