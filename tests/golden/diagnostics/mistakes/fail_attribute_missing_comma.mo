//: $ saltus check
model AttributeMissingComma
  Real x(start = 1 fixed = true);
equation
  der(x) = -x;
end AttributeMissingComma;

//: error[P0201]: no `,` between two attributes
//:  --> fail_attribute_missing_comma.mo:3:19
//:   |
//: 3 |   Real x(start = 1 fixed = true);
//:   |                   ^
//:   = help: add `,` here
