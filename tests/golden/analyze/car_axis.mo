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
