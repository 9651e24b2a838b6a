//: $ saltus check
// The fault has nothing to do with the guard.
model Motor
  Real w(start = 0), torque, current, voltage;
  input Boolean on;
equation
  der(w) = torque;
  torque = 2*current;
  current = if on then 1 else 0;
end Motor;

//: error[S0305]: in every mode: 1 equation too few: nothing determines `voltage`
//:  --> fail_in_every_mode.mo:4:39
//:   |
//: 4 |   Real w(start = 0), torque, current, voltage;
//:   |                                       ^^^^^^^ in no equation of any mode
//:   = help: write an equation for `voltage`, or declare it as a parameter if it is known
//:
//: Motor: 4 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              2  singular
