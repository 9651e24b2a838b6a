//: $ saltus check
// A model will come here.

//: error[P0213]: there is no model in this text
//:  --> fail_no_model.mo:1:1
//:   |
//: 1 | //: $ saltus check
//:   | ^
//:   = help: a model has the form `model M … end M;`
