//: $ saltus check
model StartInBraces
  Real x{start = 1};
equation
  der(x) = -x;
end StartInBraces;

//: error[P0201]: attributes stand in parentheses
//:  --> fail_start_in_braces.mo:3:9
//:   |
//: 3 |   Real x{start = 1};
//:   |         ^
//:   = help: write `x(start = …)`
