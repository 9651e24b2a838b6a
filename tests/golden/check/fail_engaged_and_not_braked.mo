//: $ saltus check
// The drive holds a speed that the clutch gives already.
model Drive
  input Boolean engaged, braked;
  Real w1, w2, tau;
equation
  w1 = 10;
  if engaged then
    w2 = w1;
  else
    der(w2) = -tau;
  end if;
  if braked then
    tau = 1;
  else
    w2 = 5;
  end if;
end Drive;

//: error[S0305]: in the mode `engaged and not braked` (1 of 4): lines 9 and 16 both determine `w2`, and nothing determines `tau`
//:   --> fail_engaged_and_not_braked.mo:9:5
//:    |
//:  5 |   Real w1, w2, tau;
//:    |                --- in no equation of this mode
//: ...
//:  9 |     w2 = w1;
//:    |     ^^^^^^^ determines `w2`
//: 10 |   else
//: 11 |     der(w2) = -tau;
//:    |     -------------- not in this mode
//: ...
//: 14 |     tau = 1;
//:    |     ------- not in this mode
//: 15 |   else
//: 16 |     w2 = 5;
//:    |     ------ so does this one
//:    = help: replace one of lines 9 and 16 in this mode by an equation for `tau`, or exclude this mode by `assert(not (…), "…")`
//:
//: Drive: 3 unknowns, 2 guards, 4 modes
//:          modes   index   degrees of freedom
//:              1       1                    0
//:              1       1                    1
//:              1       2                    0
//:              1  singular
//:   branches differ in index: 1 when `braked`, 2 when `not braked`
