//: $ saltus check
model DeclarationAfterEquation
  Real x;
equation
  x = time;
  Real y;
  y = 2*x;
end DeclarationAfterEquation;

//: error[P0212]: a declaration among equations
//:  --> fail_declaration_after_equation.mo:6:3
//:   |
//: 6 |   Real y;
//:   |   ^^^^^^
//:   = help: move it above `equation`, or begin a section with `public` or `protected`
