//: $ saltus check
model Valve
  Real opening = sin(time);
  Real inflow = if opening then 1 else 0;
end Valve;
