//: $ saltus simulate --quiet --stop 2
model Relief "Open, nothing says how much flows"
  Real p(start = 0, fixed = true), q;
equation
  der(p) = 1 - q;
  if p < 1 then
    q = 0;
  end if;
end Relief;

//: error[S0305]: in the mode `p >= 1` (1 of 2): 1 equation too few: line 5 is all that is left for `p` and `q`
//:  --> fail_mode_with_an_equation_too_few.mo:3:8
//:   |
//: 3 |   Real p(start = 0, fixed = true), q;
//:   |        ^                           - undetermined in this mode
//: 4 | equation
//: 5 |   der(p) = 1 - q;
//:   |   -------------- contains them
//: 6 |   if p < 1 then
//: 7 |     q = 0;
//:   |     ----- not in this mode
//:   = help: write an equation for `q` that holds in this mode
//:
//: error[X0621]: no branch of this `if` is active at t = 1
//:  --> fail_mode_with_an_equation_too_few.mo:6:3
//:   |
//: 6 |   if p < 1 then
//:   |   ^^^^^^^^ false here
//:   = help: write an `else` with the equations that hold then
//:
//: error: 2 errors
