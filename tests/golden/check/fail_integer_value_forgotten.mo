//: $ saltus check
// The equation of `gear` can give 3, which no branch knows.
model Gears
  Real v(start = 0), a;
  Integer gear;
equation
  gear = if v > 20 then 3 elseif v > 10 then 2 else 1;
  der(v) = a;
  if gear == 1 then
    a = 3;
  end if;
  if gear == 2 then
    a = 2;
  end if;
end Gears;

//: error[S0305]: in the mode `v > 20` (1 of 3): 1 equation too few: line 8 is all that is left for `v` and `a`
//:   --> fail_integer_value_forgotten.mo:4:8
//:    |
//:  4 |   Real v(start = 0), a;
//:    |        ^             - undetermined in this mode
//: ...
//:  8 |   der(v) = a;
//:    |   ---------- contains them
//:  9 |   if gear == 1 then
//: 10 |     a = 3;
//:    |     ----- not in this mode
//: ...
//: 13 |     a = 2;
//:    |     ----- not in this mode
//:    = help: write an equation for `a` that holds in this mode
//:
//: Gears: 2 unknowns, 4 guards, 3 modes
//:          modes   index   degrees of freedom
//:              2       1                    1
//:              1  singular
