//: $ saltus check
model AttributeAsEquation
  Real x;
equation
  x.start = 1;
  der(x) = -x;
end AttributeAsEquation;

//: error[N0201]: unknown name `x.start`
//:  --> fail_attribute_as_equation.mo:5:3
//:   |
//: 5 |   x.start = 1;
//:   |   ^^^^^^^ not declared in this model
//:   = `x` is a variable, and has attributes, but no parts
//:   = help: an attribute is set in the declaration: `Real x(start = …)`
