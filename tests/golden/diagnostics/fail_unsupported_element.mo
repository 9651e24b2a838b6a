//: $ saltus check
model M
  import Modelica.Math.*;
  extends Base(a = 1);
  flow Real current;
  inner outer Real world;
  Real position[3];
  Real[2] pair;
  Real optional if time > 1;
  replaceable Real part(redeclare Real y);
equation
  current = 1;
end M;

//: error[P0302]: `import` is not supported yet
//:  --> fail_unsupported_element.mo:3:3
//:   |
//: 3 |   import Modelica.Math.*;
//:   |   ^^^^^^
//:   = help: declare what it would bring: `constant Real pi = 3.141592653589793`
//:
//: error[P0302]: `extends` is not supported yet
//:  --> fail_unsupported_element.mo:4:3
//:   |
//: 4 |   extends Base(a = 1);
//:   |   ^^^^^^^
//:   = help: write the declarations and equations of that model into this one
//:
//: error[P0302]: `flow` is not supported yet
//:  --> fail_unsupported_element.mo:5:3
//:   |
//: 5 |   flow Real current;
//:   |   ^^^^
//:
//: error[P0302]: `inner` is not supported yet
//:  --> fail_unsupported_element.mo:6:3
//:   |
//: 6 |   inner outer Real world;
//:   |   ^^^^^
//:
//: error[P0302]: `outer` is not supported yet
//:  --> fail_unsupported_element.mo:6:9
//:   |
//: 6 |   inner outer Real world;
//:   |         ^^^^^
//:
//: error[P0302]: arrays are not supported yet
//:  --> fail_unsupported_element.mo:7:16
//:   |
//: 7 |   Real position[3];
//:   |                ^
//:   = help: write one scalar per element: `x1`, `x2`, `x3`
//:
//: error[P0302]: conditional declarations `… if condition` are not supported yet
//:  --> fail_unsupported_element.mo:9:17
//:   |
//: 9 |   Real optional if time > 1;
//:   |                 ^^
//:
//: error[P0302]: `replaceable` is not supported yet
//:   --> fail_unsupported_element.mo:10:3
//:    |
//: 10 |   replaceable Real part(redeclare Real y);
//:    |   ^^^^^^^^^^^
//:
//: error[P0302]: `redeclare` is not supported yet
//:   --> fail_unsupported_element.mo:10:25
//:    |
//: 10 |   replaceable Real part(redeclare Real y);
//:    |                         ^^^^^^^^^
//:
//: error: 9 errors
