//: $ saltus check
model UnusedVariable
  Real x, y;
equation
  x = time;
end UnusedVariable;

//: error[S0304]: `y` occurs in no equation
//:  --> fail_unused_variable.mo:3:11
//:   |
//: 3 |   Real x, y;
//:   |           ^ nothing determines it
//:   = `UnusedVariable` has 1 equation for 2 unknowns
//:   = help: add an equation that contains `y`, or remove the declaration
