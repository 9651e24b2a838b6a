//: $ saltus check
model MissingEndOfModel
  Real x;
equation
  x = time;

//: error[P0204]: the text ends inside a model
//:  --> fail_missing_end_of_model.mo:5:12
//:   |
//: 2 | model MissingEndOfModel
//:   |       ----------------- this model is not closed
//: ...
//: 5 |   x = time;
//:   |            ^
//:   = help: add `end MissingEndOfModel;`
