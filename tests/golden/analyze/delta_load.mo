//: $ saltus analyze
model Delta "star source with inductances, delta of resistors: no neutral"
  constant Real pi = 3.141592653589793;
  parameter Real L = 0.01, R = 1, V = 100, w = 314.159265358979;
  Real ia(start = 0, fixed = true), ib(start = 0, fixed = true), ic, va, vb, vc, iab, ibc, ica;
equation
  L*der(ia) = V*sin(w*time) - va;
  L*der(ib) = V*sin(w*time - 2*pi/3) - vb;
  L*der(ic) = V*sin(w*time + 2*pi/3) - vc;
  va - vb = R*iab;
  vb - vc = R*ibc;
  vc - va = R*ica;
  ia = iab - ica;
  ib = ibc - iab;
  ic = ica - ibc;
end Delta;

//: Delta: 9 equations, 9 unknowns
//:   structural index    2
//:   degrees of freedom  2
//:   quasilinear         yes
//:
//: Signature: order of each unknown in each equation, * on the transversal; offsets c, d
//:            ia  ib  ic  va  vb  vc  iab  ibc  ica     c
//:   line 7   1*          0                          |  0
//:   line 8       1*          0                      |  0
//:   line 9           1           0*                 |  0
//:   line 10              0*  0       0              |  0
//:   line 11                  0*  0        0         |  0
//:   line 12                          0    0*   0    |  0
//:   line 13  0                       0         0*   |  0
//:   line 14      0                   0*   0         |  0
//:   line 15  0   0   0*                             |  1
//:   d        1   1   1   0   0   0   0    0    0
//:
//: Blocks, in order of evaluation
//:   1.1   3 equations, linear
//:         for ibc, ica, iab
//:         line 12: vc - va = R*ica
//:         line 13: ia = iab - ica
//:         line 14: ib = ibc - iab
//:   1.2   6 equations, linear
//:         for der(ia), der(ib), vc, va, vb, der(ic)
//:         line 7: L*der(ia) = V*sin(w*time) - va
//:         line 8: L*der(ib) = V*sin(w*time - 2*pi/3) - vb
//:         line 9: L*der(ic) = V*sin(w*time + 2*pi/3) - vc
//:         line 10: va - vb = R*iab
//:         line 11: vb - vc = R*ibc
//:         line 15: ic = ica - ibc  (differentiated once)
//:
//: Latent equations: what the text implies without saying it
//:   line 15: ic = ica - ibc  differentiated once
//:
//: Hidden cancellations: the highest derivatives cancel in a combination of equations
//:   line 12: combined with line 10, line 11
//:   line 15: combined with line 13, line 14
//:
//: State           ia, ib, ic
//: Leading values  der(ia), der(ib), der(ic), va, vb, vc, iab, ibc, ica
//: Start values    ia, ib, ic
//:                 (2 of them free to choose)
