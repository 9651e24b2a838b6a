//: $ saltus check
model AssignInEquation
  Real x(start = 1, fixed = true);
equation
  der(x) := -x;
end AssignInEquation;

//: error[P0208]: `:=` in an equation
//:  --> fail_assign_in_equation.mo:5:10
//:   |
//: 5 |   der(x) := -x;
//:   |          ^^
//:   = help: write `=`: an equation says that both sides are equal, it does not assign
