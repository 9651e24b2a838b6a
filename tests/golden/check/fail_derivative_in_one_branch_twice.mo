//: $ saltus check
// The balance was copied into a branch.
model Tank
  Real level(start = 1), q;
  Boolean pumping = level > 2;
equation
  der(level) = 0.5 - q;
  if pumping then
    q = 1;
    der(level) = 0.5 - q;
  else
    q = 0;
  end if;
end Tank;

//: error[S0305]: in the mode `pumping` (1 of 2): 1 equation too many: line 10 repeats line 7
//:   --> fail_derivative_in_one_branch_twice.mo:10:5
//:    |
//:  7 |   der(level) = 0.5 - q;
//:    |   -------------------- contains only `level` and `q`
//:  8 |   if pumping then
//:  9 |     q = 1;
//:    |     ----- so does this one
//: 10 |     der(level) = 0.5 - q;
//:    |     ^^^^^^^^^^^^^^^^^^^^ the same again
//:    = help: remove one of the two
//:
//: Tank: 2 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              1       1                    1
//:              1  singular
