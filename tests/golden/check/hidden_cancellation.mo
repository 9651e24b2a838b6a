//: $ saltus check
model DeltaSwitch "no neutral: ia + ib + ic = 0 in both modes, which only the numbers show"
  parameter Real L = 0.01, R = 1, V = 100, w = 314;
  Real ia, ib, ic, va, vb, vc, iab, ibc, ica, il;
equation
  L*der(ia) = V*sin(w*time) - va;
  L*der(ib) = V*sin(w*time - 2) - vb;
  L*der(ic) = V*sin(w*time + 2) - vc;
  va - vb = R*iab;
  vb - vc = R*ibc;
  vc - va = R*ica;
  if time < 0.01 then il = 0; else va - vb = 2*il; end if;
  ia = iab - ica + il;
  ib = ibc - iab - il;
  ic = ica - ibc;
end DeltaSwitch;

//: DeltaSwitch: 10 unknowns, 1 guard, 2 modes: ok
//:          modes   index   degrees of freedom
//:              2       2                    2
