//: $ saltus check
model EndModel
  Real x;
equation
  x = time;
end model;

//: error[P0201]: expected the name `EndModel` after `end`, found `model`
//:  --> fail_end_model.mo:6:5
//:   |
//: 6 | end model;
//:   |     ^^^^^
//:   = `model` is a keyword of Modelica and cannot be a name
//:   = help: write `end EndModel;`
