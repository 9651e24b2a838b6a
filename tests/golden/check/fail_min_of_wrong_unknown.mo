//: $ saltus check
// The limited flow is defined by itself.
model Limit
  Real demand = sin(time), q;
equation
  q = min(q, 0.5);
  0 = if demand > 0 then 0 else demand - q;
end Limit;

//: error[S0305]: in every mode: 1 equation too many: lines 6 and 7 both determine `q`
//:  --> fail_min_of_wrong_unknown.mo:6:3
//:   |
//: 6 |   q = min(q, 0.5);
//:   |   ^^^^^^^^^^^^^^^ determines `q`
//: 7 |   0 = if demand > 0 then 0 else demand - q;
//:   |   ---------------------------------------- so does this one
//:   = help: remove one of them
//:
//: Limit: 2 unknowns, 2 guards, 4 modes
//:          modes   index   degrees of freedom
//:              4  singular
