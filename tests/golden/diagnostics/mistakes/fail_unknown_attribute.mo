//: $ saltus check
model UnknownAttribute
  Real x(strat = 1, fixd = true);
equation
  der(x) = -x;
end UnknownAttribute;

//: error[N0209]: `strat` is not an attribute of Real
//:  --> fail_unknown_attribute.mo:3:10
//:   |
//: 3 |   Real x(strat = 1, fixd = true);
//:   |          ^^^^^
//:   = help: did you mean `start`?
//:
//: error[N0209]: `fixd` is not an attribute of Real
//:  --> fail_unknown_attribute.mo:3:21
//:   |
//: 3 |   Real x(strat = 1, fixd = true);
//:   |                     ^^^^
//:   = help: did you mean `fixed`?
//:
//: error: 2 errors
