//: $ saltus check
model GreekLetter
  parameter Real ω = 2;
  Real x(start = 1, fixed = true);
equation
  der(x) = -ω*x;
end GreekLetter;

//: error[P0101]: the character `ω` has no meaning outside strings and comments
//:  --> fail_greek_letter.mo:3:18
//:   |
//: 3 |   parameter Real ω = 2;
//:   |                  ^
//:   = help: names are made of the letters a to z and A to Z, digits and `_`
//:   = help: write `omega`
