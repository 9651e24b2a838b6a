//: $ saltus check
model BindingAndEquation
  Real x = time;
  Real y;
equation
  x = 2*time;
  y = x;
end BindingAndEquation;

//: error[S0301]: `BindingAndEquation` has 3 equations for 2 unknowns
//:  --> fail_binding_and_equation.mo:3:12
//:   |
//: 3 |   Real x = time;
//:   |            ^^^^ one of 2 equations that contain only `x`
//: ...
//: 6 |   x = 2*time;
//:   |   ---------- another one
//:   = too many equations: 2 for the 1 unknown `x`
//:   = help: remove one of the 2 equations, or let one contain a further unknown
