//: $ saltus check
model MissingSemicolonDeclaration
  Real x
  Real y;
equation
  x = time;
  y = 2*x;
end MissingSemicolonDeclaration;

//: error[P0202]: no `;` after the declaration
//:  --> fail_missing_semicolon_declaration.mo:3:9
//:   |
//: 3 |   Real x
//:   |         ^
//:   = help: add `;` here
