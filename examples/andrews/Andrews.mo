model Andrews "Andrews' squeezing mechanism: seven rigid bodies, one motor, one spring; index 3 (IVP test set)"
  // masses, moments of inertia
  parameter Real m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706;
  parameter Real m5 = 0.0705, m6 = 0.00706, m7 = 0.05498;
  parameter Real i1 = 2.194e-6, i2 = 4.41e-7, i3 = 5.255e-6, i4 = 5.667e-7;
  parameter Real i5 = 1.169e-5, i6 = 5.667e-7, i7 = 1.912e-5;
  // the points that are fixed to the ground, lengths
  parameter Real xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014, yc = 0.072;
  parameter Real d = 0.028, da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092;
  parameter Real ss = 0.035, sa = 0.01874, sb = 0.01043, sc = 0.018, sd = 0.02;
  parameter Real ta = 0.02308, tb = 0.00916, u = 0.04, ua = 0.01228, ub = 0.00449;
  parameter Real zf = 0.02, zt = 0.04, fa = 0.01421;
  parameter Real mom = 0.033 "torque of the motor";
  parameter Real c0 = 4530, l0 = 0.07785 "stiffness of the spring, its length at rest";
  // The crank's angle and speed are given, the other angles follow from the loops.
  Real beta(start = -0.06171389001427645, fixed = true) "angle of the crank";
  Real Theta(start = 0), gamma(start = 0.45527981916307037), Phi(start = 0.22266839016588588);
  Real delta(start = 0.48736497954384256), Omega(start = -0.22266839016588588);
  Real epsilon(start = 1.2305474445498212);
  Real lambda1, lambda2, lambda3, lambda4, lambda5, lambda6 "forces that close the three loops";
  Real xd, yd "where the spring holds body 3";
  Real length(start = l0) "of the spring";
  Real pull "force of the spring per length";
initial equation
  der(beta) = 0;
equation
  xd = xb + sd*cos(gamma) + sc*sin(gamma);
  yd = yb + sd*sin(gamma) - sc*cos(gamma);
  length = sqrt((xd - xc)^2 + (yd - yc)^2);
  pull = c0*(length - l0)/length;

  // M(q) q'' = f(q, q') - G(q)^T lambda, a row for each angle
  (m1*ra^2 + m2*(rr^2 - 2*da*rr*cos(Theta) + da^2) + i1 + i2)*der(der(beta))
    + (m2*(da^2 - da*rr*cos(Theta)) + i2)*der(der(Theta))
    = mom - m2*da*rr*der(Theta)*(der(Theta) + 2*der(beta))*sin(Theta)
      - (d*sin(beta + Theta) - rr*sin(beta))*(lambda1 + lambda3 + lambda5)
      + (d*cos(beta + Theta) - rr*cos(beta))*(lambda2 + lambda4 + lambda6);
  (m2*(da^2 - da*rr*cos(Theta)) + i2)*der(der(beta)) + (m2*da^2 + i2)*der(der(Theta))
    = m2*da*rr*der(beta)^2*sin(Theta)
      - d*sin(beta + Theta)*(lambda1 + lambda3 + lambda5)
      + d*cos(beta + Theta)*(lambda2 + lambda4 + lambda6);
  (m3*(sa^2 + sb^2) + i3)*der(der(gamma))
    = -pull*((xd - xc)*(sc*cos(gamma) - sd*sin(gamma)) + (yd - yc)*(sd*cos(gamma) + sc*sin(gamma)))
      + ss*(cos(gamma)*lambda1 + sin(gamma)*lambda2);
  (m4*(e - ea)^2 + i4)*der(der(Phi)) + (m4*((e - ea)^2 + zt*(e - ea)*sin(Phi)) + i4)*der(der(delta))
    = m4*zt*(e - ea)*der(delta)^2*cos(Phi)
      + e*(cos(Phi + delta)*lambda3 + sin(Phi + delta)*lambda4);
  (m4*((e - ea)^2 + zt*(e - ea)*sin(Phi)) + i4)*der(der(Phi))
    + (m4*(zt^2 + 2*zt*(e - ea)*sin(Phi) + (e - ea)^2) + m5*(ta^2 + tb^2) + i4 + i5)*der(der(delta))
    = -m4*zt*(e - ea)*der(Phi)*(der(Phi) + 2*der(delta))*cos(Phi)
      + (e*cos(Phi + delta) - zt*sin(delta))*lambda3
      + (e*sin(Phi + delta) + zt*cos(delta))*lambda4;
  (m6*(zf - fa)^2 + i6)*der(der(Omega))
    + (m6*((zf - fa)^2 - u*(zf - fa)*sin(Omega)) + i6)*der(der(epsilon))
    = -m6*u*(zf - fa)*der(epsilon)^2*cos(Omega)
      - zf*(sin(Omega + epsilon)*lambda5 - cos(Omega + epsilon)*lambda6);
  (m6*((zf - fa)^2 - u*(zf - fa)*sin(Omega)) + i6)*der(der(Omega))
    + (m6*((zf - fa)^2 - 2*u*(zf - fa)*sin(Omega) + u^2) + m7*(ua^2 + ub^2) + i6 + i7)*der(der(epsilon))
    = m6*u*(zf - fa)*der(Omega)*(der(Omega) + 2*der(epsilon))*cos(Omega)
      - (zf*sin(Omega + epsilon) - u*cos(epsilon))*lambda5
      + (zf*cos(Omega + epsilon) + u*sin(epsilon))*lambda6;

  // g(q) = 0: the loops close
  rr*cos(beta) - d*cos(beta + Theta) - ss*sin(gamma) = xb;
  rr*sin(beta) - d*sin(beta + Theta) + ss*cos(gamma) = yb;
  rr*cos(beta) - d*cos(beta + Theta) - e*sin(Phi + delta) - zt*cos(delta) = xa;
  rr*sin(beta) - d*sin(beta + Theta) + e*cos(Phi + delta) - zt*sin(delta) = ya;
  rr*cos(beta) - d*cos(beta + Theta) - zf*cos(Omega + epsilon) - u*sin(epsilon) = xa;
  rr*sin(beta) - d*sin(beta + Theta) - zf*sin(Omega + epsilon) + u*cos(epsilon) = ya;
  annotation(experiment(StartTime = 0, StopTime = 0.03, Tolerance = 1e-10, Interval = 1e-4));
end Andrews;
