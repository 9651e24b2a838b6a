//: $ saltus check
model Tank
  parameter Real area = 2;
  Real level(start = 1, fixed = true);
  Real inflow, outflow;
equation
  area*der(level) = inflow - outflow;
  outflow = sqrt(level);
end Tank;
