//: $ saltus check
// The inner choice forgets third gear.
model Gearbox
  input Boolean engaged;
  input Integer gear;
  Real w_in(start = 100), w_out, torque;
equation
  der(w_out) = torque - 0.1*w_out;
  w_in = 100;
  if engaged then
    if gear == 1 then
      w_in = 4*w_out;
    elseif gear == 2 then
      w_in = 2*w_out;
    end if;
  else
    torque = 0;
  end if;
end Gearbox;

//: error[S0305]: in the mode `engaged and gear <> 1 and gear <> 2` (1 of 6): 1 equation too few: line 8 is all that is left for `w_out` and `torque`
//:   --> fail_nested_if_without_else.mo:6:27
//:    |
//:  6 |   Real w_in(start = 100), w_out, torque;
//:    |                           ^^^^^  ------ undetermined in this mode
//:  7 | equation
//:  8 |   der(w_out) = torque - 0.1*w_out;
//:    |   ------------------------------- contains them
//: ...
//: 12 |       w_in = 4*w_out;
//:    |       -------------- not in this mode
//: 13 |     elseif gear == 2 then
//: 14 |       w_in = 2*w_out;
//:    |       -------------- not in this mode
//: ...
//: 17 |     torque = 0;
//:    |     ---------- not in this mode
//:    = help: write an equation for `w_out` or `torque` that holds in this mode
//:
//: Gearbox: 3 unknowns, 3 guards, 6 modes
//:          modes   index   degrees of freedom
//:              3       1                    1
//:              2       2                    0
//:              1  singular
//:   branches differ in index: 1 when `not engaged`, 2 when `engaged`
