//: $ saltus check
x = 3;
plot(x)

//: error[P0201]: expected a model, found `x`
//:  --> fail_modelica_script.mo:2:1
//:   |
//: 2 | x = 3;
//:   | ^
//:   = help: a model has the form `model M … end M;`
