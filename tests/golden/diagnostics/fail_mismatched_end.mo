//: $ saltus check
model Pendulum
  Real angle;
equation
  angle = 1;
end Pendulumn;

//: error[P0205]: `end Pendulumn` closes the model `Pendulum`
//:  --> fail_mismatched_end.mo:6:5
//:   |
//: 2 | model Pendulum
//:   |       -------- this model
//: ...
//: 6 | end Pendulumn;
//:   |     ^^^^^^^^^
//:   = help: write `end Pendulum;`
