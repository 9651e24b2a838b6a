//: $ saltus check
model IntegerDivision
  Integer n;
  Real x;
equation
  n = integer(time) // 3;
  x = n;
end IntegerDivision;

//: error[P0202]: no `;` after the equation
//:  --> fail_integer_division.mo:6:20
//:   |
//: 6 |   n = integer(time) // 3;
//:   |                    ^
//:   = `//` begins a comment
//:   = help: add `;` here
//:   = help: a quotient rounded towards zero is `div(a, b)`
