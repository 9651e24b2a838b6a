//: $ saltus check
model AttributeSemicolon
  Real x(start = 1; fixed = true);
equation
  der(x) = -x;
end AttributeSemicolon;

//: error[P0201]: `;` between two attributes
//:  --> fail_attribute_semicolon.mo:3:19
//:   |
//: 3 |   Real x(start = 1; fixed = true);
//:   |                   ^
//:   = help: write `,`
