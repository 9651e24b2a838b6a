//: $ saltus check
model NoEquationsAtAll
  Real x, y;
equation
end NoEquationsAtAll;

//: error[S0304]: 2 unknowns occur in no equation
//:  --> fail_no_equations_at_all.mo:3:8
//:   |
//: 3 |   Real x, y;
//:   |        ^  - nor this one
//:   |        |
//:   |        nothing determines it
//:   = `NoEquationsAtAll` has 0 equations for 2 unknowns
//:   = help: add an equation that contains `x`, or remove the declaration
