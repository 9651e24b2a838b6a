//: $ saltus check
// Written as separate conditions, `gear >= 2` also holds in third gear.
model Gears
  input Integer gear;
  Real ratio;
equation
  if gear <= 1 then
    ratio = 4;
  end if;
  if gear >= 2 then
    ratio = 2;
  end if;
  if gear >= 3 then
    ratio = 1;
  end if;
end Gears;

//: error[S0305]: in the mode `gear >= 3` (1 of 3): 1 equation too many: lines 11 and 14 both determine `ratio`
//:   --> fail_gears_not_exclusive.mo:14:5
//:    |
//: 11 |     ratio = 2;
//:    |     --------- determines `ratio`
//: ...
//: 14 |     ratio = 1;
//:    |     ^^^^^^^^^ one too many wherever it holds
//:    = help: remove one of them, or let their conditions exclude each other
//:
//: Gears: 1 unknown, 3 guards, 3 modes
//:          modes   index   degrees of freedom
//:              2       1                    0
//:              1  singular
