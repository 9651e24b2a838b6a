//: $ saltus check
// Engaged in a loop, the torques are not determined; only the numbers show it, not the structure: theory/all_modes.md, section 6.
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

//: Loop: 6 unknowns, 3 guards, 8 modes: ok
//:          modes   index   degrees of freedom
//:              1       1                    3
//:              1       2                    0
//:              3       2                    1
//:              3       2                    2
//:   branches differ in index: 1 when `not ab and not bc and not ca`, 2 when `ab or bc or ca`
