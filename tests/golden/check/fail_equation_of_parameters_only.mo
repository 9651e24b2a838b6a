//: $ saltus check
// In the idle branch the equation has no unknown left.
model Idle
  parameter Real idle = 1, rated = 2;
  input Boolean on;
  Real p;
equation
  if on then
    p = rated;
  else
    rated = 2*idle;
  end if;
end Idle;

//: error[S0305]: in the mode `not on` (1 of 2): line 11 contains no unknown (`idle` and `rated` are parameters), and nothing determines `p`
//:   --> fail_equation_of_parameters_only.mo:11:5
//:    |
//:  6 |   Real p;
//:    |        - in no equation of this mode
//: ...
//:  9 |     p = rated;
//:    |     --------- not in this mode
//: 10 |   else
//: 11 |     rated = 2*idle;
//:    |     ^^^^^^^^^^^^^^ contains no unknown in this mode
//:    = help: write an equation for `p` instead
//:
//: Idle: 1 unknown, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              1       1                    0
//:              1  singular
