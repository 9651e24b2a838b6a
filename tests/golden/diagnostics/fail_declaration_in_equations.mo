//: $ saltus check
model M
  Real x;
equation
  x = y;
  Real y = 2;
end M;

//: error[P0212]: a declaration among equations
//:  --> fail_declaration_in_equations.mo:6:3
//:   |
//: 6 |   Real y = 2;
//:   |   ^^^^^^
//:   = help: move it above `equation`, or begin a section with `public` or `protected`
