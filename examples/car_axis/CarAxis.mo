model CarAxis "A car axis on a bumpy road, one wheel on each side: index 3 (IVP test set)"
  parameter Real eps = 0.01;
  parameter Real M = 10 "mass of the axis";
  parameter Real L = 1 "length of the axis";
  parameter Real L0 = 0.5 "length of a spring at rest";
  parameter Real r = 0.1 "height of the bumps";
  parameter Real w = 10 "frequency of the bumps";
  parameter Real g = 1;
  parameter Real k = M*eps^2/2 "scaled mass";
  Real xb(start = L), yb "the right wheel, on the bumpy side; the left one is at the origin";
  Real xl(start = 0), yl(start = 0.5, fixed = true) "left end of the axis";
  Real xr(start = 1), yr(start = 0.5, fixed = true) "right end of the axis";
  Real Ll(start = 0.5), Lr(start = 0.5) "lengths of the springs";
  Real lambda1, lambda2;
initial equation
  der(yl) = 0;
  der(yr) = 0;
equation
  yb = r*sin(w*time);
  xb = sqrt(L^2 - yb^2);
  Ll = sqrt(xl^2 + yl^2);
  Lr = sqrt((xr - xb)^2 + (yr - yb)^2);
  k*der(der(xl)) = (L0 - Ll)*xl/Ll + lambda1*xb + 2*lambda2*(xl - xr);
  k*der(der(yl)) = (L0 - Ll)*yl/Ll + lambda1*yb + 2*lambda2*(yl - yr) - k*g;
  k*der(der(xr)) = (L0 - Lr)*(xr - xb)/Lr - 2*lambda2*(xl - xr);
  k*der(der(yr)) = (L0 - Lr)*(yr - yb)/Lr - 2*lambda2*(yl - yr) - k*g;
  xl*xb + yl*yb = 0 "the left spring stays at right angles to the line between the wheels";
  (xl - xr)^2 + (yl - yr)^2 = L^2;
  annotation(experiment(StartTime = 0, StopTime = 3, Tolerance = 1e-10, Interval = 0.01));
end CarAxis;
