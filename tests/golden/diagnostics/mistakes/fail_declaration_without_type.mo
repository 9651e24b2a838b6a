//: $ saltus check
model DeclarationWithoutType
  x(start = 1, fixed = true);
equation
  der(x) = -x;
end DeclarationWithoutType;

//: error[P0201]: the declaration of `x` has no type
//:  --> fail_declaration_without_type.mo:3:3
//:   |
//: 3 |   x(start = 1, fixed = true);
//:   |   ^
//:   = help: write `Real x`, or `Integer` or `Boolean`
