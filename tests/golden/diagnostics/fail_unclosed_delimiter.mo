//: $ saltus check
model M
  Real x(start = (1 + 2);
  Real y;
equation
  x = 3*(y + 1;
  y = max(1, 2;
end M;

//: error[P0203]: expected `)`, found `;`
//:  --> fail_unclosed_delimiter.mo:3:25
//:   |
//: 3 |   Real x(start = (1 + 2);
//:   |         -               ^
//:   |         |
//:   |         opened here
//:   = help: add `)`
//:
//: error[P0203]: expected `)`, found `;`
//:  --> fail_unclosed_delimiter.mo:6:15
//:   |
//: 6 |   x = 3*(y + 1;
//:   |         -     ^
//:   |         |
//:   |         opened here
//:   = help: add `)`
//:
//: error[P0203]: expected `)`, found `;`
//:  --> fail_unclosed_delimiter.mo:7:15
//:   |
//: 7 |   y = max(1, 2;
//:   |          -    ^
//:   |          |
//:   |          opened here
//:   = help: add `)`
//:
//: error: 3 errors
