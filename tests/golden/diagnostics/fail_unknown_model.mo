//: $ saltus check --model Bal
model Ball
  Real height(start = 1);
equation
  der(height) = -1;
end Ball;

//: error[N0202]: the text contains no model `Bal`
//:  --> fail_unknown_model.mo:2:7
//:   |
//: 2 | model Ball
//:   |       ^^^^ a model that it does contain
//:   = help: did you mean `Ball`?
