//: $ saltus check
model EqualsTwice
  Real x(start = 1, fixed = true);
equation
  der(x) == -x;
end EqualsTwice;

//: error[P0209]: this is an expression, not an equation
//:  --> fail_equals_twice.mo:5:3
//:   |
//: 5 |   der(x) == -x;
//:   |   ^^^^^^^^^^^^
//:   = help: an equation is written with a single `=`
