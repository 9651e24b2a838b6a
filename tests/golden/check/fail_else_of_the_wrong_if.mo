//: $ saltus check
// The second `else` was meant for the other direction of flow.
model Check
  Real p = sin(time), q, x(start = 0);
  Boolean forward = p > 0, backward = p < 0;
equation
  der(x) = q;
  if forward then
    q = p;
  else
    q = 0;
  end if;
  if backward then
    q = p;
  end if;
end Check;

//: error[S0305]: in the mode `backward` (1 of 3): 1 equation too many: lines 11 and 14 both determine `q`
//:   --> fail_else_of_the_wrong_if.mo:11:5
//:    |
//: 11 |     q = 0;
//:    |     ^^^^^ determines `q`
//: ...
//: 14 |     q = p;
//:    |     ----- so does this one
//:    = help: remove one of them, or let their conditions exclude each other
//:
//: Check: 3 unknowns, 2 guards, 3 modes
//:          modes   index   degrees of freedom
//:              2       1                    1
//:              1  singular
