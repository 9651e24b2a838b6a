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

//: error[S0305]: in the modes `bypass` (2 of 4): 1 equation too many: lines 7 and 9 both determine `q`
//:  --> fail_same_equation_twice.mo:9:5
//:   |
//: 7 |   q = if open then sqrt(dp) else 0;
//:   |   -------------------------------- determines `q`
//: 8 |   if bypass then
//: 9 |     q = 2*sqrt(dp);
//:   |     ^^^^^^^^^^^^^^ one too many wherever it holds
//:   = help: remove one of them, or let their conditions exclude each other
//:
//: Valve: 2 unknowns, 2 guards, 4 modes
//:          modes   index   degrees of freedom
//:              2       1                    0
//:              2  singular
