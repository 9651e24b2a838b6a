//: $ saltus check
model Valve
  Real opening = sin(time);
  Real inflow = if opening then 1 else 0;
end Valve;

//: error[N0208]: the condition of `if` is a Real, not a Boolean
//:  --> fail_condition_not_boolean.mo:4:20
//:   |
//: 4 |   Real inflow = if opening then 1 else 0;
//:   |                    ^^^^^^^
//:   = help: compare it with something, as in `x > 0`
