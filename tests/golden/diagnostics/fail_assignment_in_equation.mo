//: $ saltus check
model M
  Real x;
equation
  x := 1;
end M;

//: error[P0208]: `:=` in an equation
//:  --> fail_assignment_in_equation.mo:5:5
//:   |
//: 5 |   x := 1;
//:   |     ^^
//:   = help: write `=`: an equation says that both sides are equal, it does not assign
