//: $ saltus check
model Call
  Real x(start = 1);
equation
  der(x) = -x;
  sin(x);
end Call;

//: error[N0221]: `sin(…)` alone is no equation
//:  --> fail_misplaced_call.mo:6:3
//:   |
//: 6 |   sin(x);
//:   |   ^^^^^^
//:   = help: an equation has two sides: `left = right`
