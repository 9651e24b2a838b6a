//: $ saltus check
model NumberBeginsWithDot
  Real x;
equation
  x = .5*time;
end NumberBeginsWithDot;

//: error[P0106]: `.5` is not a number
//:  --> fail_number_begins_with_dot.mo:5:7
//:   |
//: 5 |   x = .5*time;
//:   |       ^^
//:   = help: write `0.5`
