//: $ saltus check
model Switch
  Boolean on(start = false, unit = "1");
  Real x(strat = 1);
equation
  on = x > 0.5;
  der(x) = -x;
end Switch;

//: error[N0209]: `unit` is not an attribute of Boolean
//:  --> fail_unknown_attribute.mo:3:29
//:   |
//: 3 |   Boolean on(start = false, unit = "1");
//:   |                             ^^^^
//:   = Boolean has the attributes start, fixed, quantity
//:
//: error[N0209]: `strat` is not an attribute of Real
//:  --> fail_unknown_attribute.mo:4:10
//:   |
//: 4 |   Real x(strat = 1);
//:   |          ^^^^^
//:   = help: did you mean `start`?
//:
//: error: 2 errors
