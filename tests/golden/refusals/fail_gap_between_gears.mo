//: $ saltus simulate --quiet --stop 2
model Gearbox "Between the gears nothing says how fast the output turns"
  Boolean first = time < 1, second = time > 1.2;
  Real w;
equation
  if first then
    w = 1;
  elseif second then
    w = 2;
  end if;
end Gearbox;

//: error[S0305]: in the mode `not first and not second` (1 of 3): 1 equation too few: nothing determines `w`
//:  --> fail_gap_between_gears.mo:4:8
//:   |
//: 4 |   Real w;
//:   |        ^ in no equation of this mode
//: ...
//: 7 |     w = 1;
//:   |     ----- not in this mode
//: 8 |   elseif second then
//: 9 |     w = 2;
//:   |     ----- not in this mode
//:   = help: write an equation for `w` that holds in this mode
//:
//: error[X0621]: no branch of this `if` is active at t = 1
//:  --> fail_gap_between_gears.mo:6:3
//:   |
//: 6 |   if first then
//:   |   ^^^^^^^^ false here
//: 7 |     w = 1;
//: 8 |   elseif second then
//:   |          ------ false here
//:   = help: write an `else` with the equations that hold then
//:
//: error: 2 errors
