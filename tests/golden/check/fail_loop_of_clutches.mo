//: $ saltus check
// Engaged in a loop, the torques are not determined; only the numbers show it, not the structure: theory/cancellations.md.
model Loop
  input Boolean ab, bc, ca;
  Real wa, wb, wc, tab, tbc, tca;
equation
  der(wa) = tca - tab;
  der(wb) = tab - tbc;
  der(wc) = tbc - tca;
  if ab then
    wa = wb;
  else
    tab = 0;
  end if;
  if bc then
    wb = wc;
  else
    tbc = 0;
  end if;
  if ca then
    wc = wa;
  else
    tca = 0;
  end if;
end Loop;

//: error[S0305]: in the mode `ab and bc and ca` (1 of 8): lines 7, 8, 9, 11, 16 and 21 depend on each other
//:   --> fail_loop_of_clutches.mo:21:5
//:    |
//:  7 |   der(wa) = tca - tab;
//:    |   ------------------- its unknowns cancel when they are combined
//:  8 |   der(wb) = tab - tbc;
//:    |   ------------------- its unknowns cancel when they are combined
//:  9 |   der(wc) = tbc - tca;
//:    |   ------------------- its unknowns cancel when they are combined
//: 10 |   if ab then
//: 11 |     wa = wb;
//:    |     ------- its unknowns cancel when they are combined
//: ...
//: 16 |     wb = wc;
//:    |     ------- its unknowns cancel when they are combined
//: ...
//: 21 |     wc = wa;
//:    |     ^^^^^^^ says what the others say, or contradicts them
//:    = help: replace one of them by one that says something new about their unknowns
//:
//: Loop: 6 unknowns, 3 guards, 8 modes
//:          modes   index   degrees of freedom
//:              1       1                    3
//:              3       2                    1
//:              3       2                    2
//:              1  singular
//:   branches differ in index: 1 when `not ab and not bc and not ca`, 2 when `ab or bc or ca`
