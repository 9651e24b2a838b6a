//: $ saltus check
model Itself "In one mode y cancels in its own equation"
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  if x > 1 then
    y = 5;
  else
    y = y + 0;
  end if;
end Itself;

//: error[S0305]: in the mode `x <= 1` (1 of 2): line 9 determines nothing
//:  --> fail_equation_cancels_itself.mo:9:5
//:   |
//: 9 |     y = y + 0;
//:   |     ^^^^^^^^^ its unknowns cancel
//:   = help: write an equation that says something about them
//:
//: Itself: 2 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              1       1                    1
//:              1  singular
