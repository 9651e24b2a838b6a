//: $ saltus check
model StartInBrackets
  Real x[start = 1];
equation
  der(x) = -x;
end StartInBrackets;

//: error[P0201]: attributes stand in parentheses
//:  --> fail_start_in_brackets.mo:3:9
//:   |
//: 3 |   Real x[start = 1];
//:   |         ^
//:   = help: write `x(start = …)`
