//: $ saltus check
// The bypass repeats the equation of the valve.
model Valve
  input Boolean open, bypass;
  Real q, dp = 2;
equation
  q = if open then sqrt(dp) else 0;
  if bypass then
    q = 2*sqrt(dp);
  end if;
end Valve;

//: error[S0305]: in the modes `bypass` (2 of 4): 1 equation too many: line 5, line 7 and line 9 contain only `q`, `dp`
//:  --> fail_same_equation_twice.mo:5:16
//:   |
//: 5 |   Real q, dp = 2;
//:   |                ^ contains only `q`, `dp`
//: 6 | equation
//: 7 |   q = if open then sqrt(dp) else 0;
//:   |   -------------------------------- so does this one
//: 8 |   if bypass then
//: 9 |     q = 2*sqrt(dp);
//:   |     -------------- so does this one
//:   = help: remove one of them, or write it in the branch in which it is missing
//:
//: Valve: 2 unknowns, 2 guards, 4 modes
//:          modes   index   degrees of freedom
//:              2       1                    0
//:              2  singular
