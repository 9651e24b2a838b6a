//: $ saltus analyze
model CarAxis "Mazzia and Magherini, Test Set for Initial Value Problem Solvers"
  parameter Real L = 1, L0 = 0.5, eps = 0.01, M = 10, h = 0.1, tau = 0.6283185307179586, w = 10;
  parameter Real m = eps^2*M/2;
  Real xl(start = 0), yl(start = 0.5), xr(start = 1), yr(start = 0.5);
  Real l1, l2, xb, yb, Ll, Lr;
equation
  yb = h*sin(w*time);
  xb = sqrt(L^2 - yb^2);
  Ll = sqrt(xl^2 + yl^2);
  Lr = sqrt((xr - xb)^2 + (yr - yb)^2);
  m*der(der(xl)) = (L0 - Ll)*xl/Ll + l1*xb + 2*l2*(xl - xr);
  m*der(der(yl)) = (L0 - Ll)*yl/Ll + l1*yb + 2*l2*(yl - yr) - m;
  m*der(der(xr)) = (L0 - Lr)*(xr - xb)/Lr - 2*l2*(xl - xr);
  m*der(der(yr)) = (L0 - Lr)*(yr - yb)/Lr - 2*l2*(yl - yr) - m;
  xl*xb + yl*yb = 0;
  (xl - xr)^2 + (yl - yr)^2 = L^2;
end CarAxis;

//: CarAxis: 10 equations, 10 unknowns
//:   structural index    3
//:   degrees of freedom  4
//:   quasilinear         yes
//:
//: Signature: order of each unknown in each equation, * on the transversal; offsets c, d
//:            xl  yl  xr  yr  l1  l2  xb  yb  Ll  Lr     c
//:   line 8                               0*          |  2
//:   line 9                           0*  0           |  2
//:   line 10  0   0                           0*      |  0
//:   line 11          0   0           0   0       0*  |  0
//:   line 12  2       0       0*  0   0       0       |  0
//:   line 13      2       0   0   0*      0   0       |  0
//:   line 14  0       2*          0   0           0   |  0
//:   line 15      0       2*      0       0       0   |  0
//:   line 16  0   0*                  0   0           |  2
//:   line 17  0*  0   0   0                           |  2
//:   d        2   2   2   2   0   0   2   2   0   0
//:
//: Blocks, in order of evaluation
//:   1     yb, linear, differentiated twice more for later blocks
//:         line 8: yb = h*sin(w*time)
//:   2     xb, linear, differentiated twice more for later blocks
//:         line 9: xb = sqrt(L^2 - yb^2)
//:   3.1   Ll, linear
//:         line 10: Ll = sqrt(xl^2 + yl^2)
//:   3.2   Lr, linear
//:         line 11: Lr = sqrt((xr - xb)^2 + (yr - yb)^2)
//:   3.3   6 equations, linear
//:         for l1, l2, der(der(xr)), der(der(yr)), der(der(yl)), der(der(xl))
//:         line 12: m*der(der(xl)) = (L0 - Ll)*xl/Ll + l1*xb + 2*l2*(xl - xr)
//:         line 13: m*der(der(yl)) = (L0 - Ll)*yl/Ll + l1*yb + 2*l2*(yl - yr) - m
//:         line 14: m*der(der(xr)) = (L0 - Lr)*(xr - xb)/Lr - 2*l2*(xl - xr)
//:         line 15: m*der(der(yr)) = (L0 - Lr)*(yr - yb)/Lr - 2*l2*(yl - yr) - m
//:         line 16: xl*xb + yl*yb = 0  (differentiated twice)
//:         line 17: (xl - xr)^2 + (yl - yr)^2 = L^2  (differentiated twice)
//:
//: Latent equations: what the text implies without saying it
//:   line 8: yb = h*sin(w*time)  differentiated twice
//:   line 9: xb = sqrt(L^2 - yb^2)  differentiated twice
//:   line 16: xl*xb + yl*yb = 0  differentiated twice
//:   line 17: (xl - xr)^2 + (yl - yr)^2 = L^2  differentiated twice
//:
//: State           xl, der(xl), yl, der(yl), xr, der(xr), yr, der(yr), xb, der(xb), yb, der(yb)
//: Leading values  der(der(xl)), der(der(yl)), der(der(xr)), der(der(yr)), l1, l2, der(der(xb)),
//:                 der(der(yb)), Ll, Lr
//: Start values    xl, der(xl), yl, der(yl), xr, der(xr), yr, der(yr)
//:                 (4 of them free to choose)
