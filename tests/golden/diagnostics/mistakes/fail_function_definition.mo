//: $ saltus check
function square
  input Real x;
  output Real y;
algorithm
  y := x^2;
end square;
model FunctionDefinition
  Real x;
equation
  x = square(time);
end FunctionDefinition;

//: error[P0301]: `function` is not supported yet
//:  --> fail_function_definition.mo:2:1
//:   |
//: 2 | function square
//:   | ^^^^^^^^
//:   = help: write the expression itself in place of each call
