//: $ saltus check
package P
  model Inside
  end Inside;
end P;

type Length = Real(unit = "m");

partial model M
  function square
    input Real u;
    output Real y;
  algorithm
    y := u*u;
  end square;
  Real x;
equation
  x = square(2);
end M;

//: error[P0301]: `package` is not supported yet
//:  --> fail_unsupported_class.mo:2:1
//:   |
//: 2 | package P
//:   | ^^^^^^^
//:   = help: take the models out of the package: a file may hold several
//:
//: error[P0301]: `type` is not supported yet
//:  --> fail_unsupported_class.mo:7:1
//:   |
//: 7 | type Length = Real(unit = "m");
//:   | ^^^^
//:   = help: declare variables as `Real`, with their attributes
//:
//: error[P0301]: `partial` is not supported yet
//:  --> fail_unsupported_class.mo:9:1
//:   |
//: 9 | partial model M
//:   | ^^^^^^^
//:
//: error[P0301]: `function` is not supported yet
//:   --> fail_unsupported_class.mo:10:3
//:    |
//: 10 |   function square
//:    |   ^^^^^^^^
//:    = help: write the expression itself in place of each call
//:
//: error: 4 errors
