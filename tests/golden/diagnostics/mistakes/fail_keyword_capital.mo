//: $ saltus check
Model KeywordCapital
  Real x;
Equation
  x = time;
End KeywordCapital;

//: error[P0201]: `Model` is not a keyword
//:  --> fail_keyword_capital.mo:2:1
//:   |
//: 2 | Model KeywordCapital
//:   | ^^^^^
//:   = help: write `model`: all keywords are written in lower case
