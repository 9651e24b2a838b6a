//: $ saltus check
model ArrayDeclaration
  Real x[3];
  Real y;
equation
  x[1] = time;
  x[2] = 2*time;
  x[3] = 3*time;
  y = x[1] + x[2];
end ArrayDeclaration;

//: error[P0302]: arrays are not supported yet
//:  --> fail_array_declaration.mo:3:9
//:   |
//: 3 |   Real x[3];
//:   |         ^
//:   = help: write one scalar per element: `x1`, `x2`, `x3`
