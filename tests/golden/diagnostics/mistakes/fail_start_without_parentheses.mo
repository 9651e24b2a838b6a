//: $ saltus check
model StartWithoutParentheses
  Real x start = 1;
equation
  der(x) = -x;
end StartWithoutParentheses;

//: error[P0201]: attributes stand in parentheses
//:  --> fail_start_without_parentheses.mo:3:10
//:   |
//: 3 |   Real x start = 1;
//:   |          ^^^^^
//:   = help: write `x(start = …)`
