model Robot "Parallel robot with two arms, dry friction and drives that saturate"
  constant Real pi = 3.141592653589793;
  parameter Real xp = 0.1, L = 0.3, l = 0.7 "Half the distance of the motors, lengths of arms and rods";
  parameter Real m1 = 0.82, m2 = 0.14, m3 = 0.5, m4 = 5 "Masses";
  parameter Real Jmot = 0.0037, Jred = 9.09e-4, I = 0.018895002, n = 5 "Inertias and gear ratio of the drives";
  parameter Real Fs = 3, Fv = 0.5 "Dry and viscous friction";
  parameter Real alpha = 50 "Largest torque of a drive", g = 9.81;
  parameter Real Ke = 600, Ti = 300, Td = 0.05 "Gains of the controllers";
  parameter Real J = n^2*(Jmot + Jred) + I + 0.5*m2*L^2;
  Real x(start = 0), z(start = -0.6) "Tool";
  Real q1(start = 0), q2(start = 0) "Angles of the arms";
  Real qd1(start = 0), qd2(start = 0) "Angles that the tool's path asks for";
  Real G1, G2 "Torques of the drives";
  Real y1, y2 "Multipliers: forces in the rods";
  Real E1(start = 0, fixed = true), E2(start = 0, fixed = true) "Integrals of the errors";
  Real xd = -0.35*sin(2*pi*time), zd = -0.7 + 0.1*cos(2*pi*time) "Path of the tool";
  Real G01 = Ke*(qd1 - q1 + E1/Ti + Td*(der(qd1) - der(q1))) "Torques that the controllers ask for";
  Real G02 = Ke*(qd2 - q2 + E2/Ti + Td*(der(qd2) - der(q2)));
initial equation
  der(q1) = 0;
  der(q2) = 0;
equation
  // The rods have fixed lengths, for the tool and for its path.
  (x - xp - L*cos(q1))^2 + (z + L*sin(q1))^2 = l^2;
  (x + xp + L*cos(q2))^2 + (z + L*sin(q2))^2 = l^2;
  (xd - xp - L*cos(qd1))^2 + (zd + L*sin(qd1))^2 = l^2;
  (xd + xp + L*cos(qd2))^2 + (zd + L*sin(qd2))^2 = l^2;
  // Newton's law for the tool.
  2*(x - xp - L*cos(q1))*y1 + 2*(x + xp + L*cos(q2))*y2 + (m2 + m3 + m4)*der(der(x)) = 0;
  2*(z + L*sin(q1))*y1 + 2*(z + L*sin(q2))*y2 + (m2 + m3 + m4)*(der(der(z)) - g) = 0;
  // And for the arms.
  -G1 + J*der(der(q1)) + sign(der(q1))*Fs + Fv*der(q1) - m1*g*cos(q1) - 0.5*m2*L*g*cos(q1)
    + (2*(x - xp - L*cos(q1))*L*sin(q1) + 2*(z + L*sin(q1))*L*cos(q1))*y1 = 0;
  -G2 + J*der(der(q2)) + sign(der(q2))*Fs + Fv*der(q2) - m1*g*cos(q2) - 0.5*m2*L*g*cos(q2)
    + (-2*(x + xp + L*cos(q2))*L*sin(q2) + 2*(z + L*sin(q2))*L*cos(q2))*y2 = 0;
  // Drives, with their limits, and the integral part of the controllers.
  G1 = if G01 > alpha then alpha else if G01 < -alpha then -alpha else G01;
  G2 = if G02 > alpha then alpha else if G02 < -alpha then -alpha else G02;
  der(E1) = qd1 - q1;
  der(E2) = qd2 - q2;
  annotation(experiment(StopTime = 5, Tolerance = 1e-12, Interval = 0.01));
end Robot;
