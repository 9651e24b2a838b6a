model HydraulicActuator "A cylinder whose inlet shuts while its relief valve opens"
  parameter Real m_p = 5 "Mass of the piston", A_p = 1 "Its area";
  parameter Real I_rel = 10 "Inertia of the oil in the relief pipe";
  parameter Real R_in = 5, R_rel = 5 "Resistances of the open valves";
  parameter Real p_in = 20 "Supply pressure, above that of the sump";
  Real f_p(start = 0, fixed = true) "Speed of the piston";
  Real f_rel, f_in "Flow through the relief valve and the inlet";
  Real p_cyl, p_rel "Pressures in the cylinder and over the relief pipe";
  Boolean relieved(start = false) "From the first time that the piston is too fast";
equation
  m_p*der(f_p) = A_p*p_cyl;
  I_rel*der(f_rel) = p_rel;
  A_p*f_p + f_rel = f_in;
  relieved = f_p >= 3 or pre(relieved);
  if relieved then
    f_in = 0;
    p_cyl = p_rel + R_rel*f_rel;
  else
    p_in - p_cyl = R_in*f_in;
    f_rel = 0;
  end if;
  annotation(experiment(StopTime = 4, Tolerance = 1e-10, Interval = 0.01));
end HydraulicActuator;
