//: $ saltus check
model QuestionMark
  Real x;
equation
  x = time > 1 ? 2 : 3;
end QuestionMark;

//: error[P0101]: `?` is not an operator of Modelica
//:  --> fail_question_mark.mo:5:16
//:   |
//: 5 |   x = time > 1 ? 2 : 3;
//:   |                ^
//:   = help: write `if condition then a else b`
