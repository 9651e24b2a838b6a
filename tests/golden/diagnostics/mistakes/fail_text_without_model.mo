//: $ saltus check
der(x) = -x
x(0) = 1

//: error[P0201]: expected a model, found `der`
//:  --> fail_text_without_model.mo:2:1
//:   |
//: 2 | der(x) = -x
//:   | ^^^
//:   = help: a model has the form `model M … end M;`
