//: $ saltus check
// Full and empty exclude each other by their thresholds: three modes.
model Tank
  parameter Real top = 2;
  Real level(start = 1), inflow = sin(time), spill;
  Boolean full = level >= top, empty = level <= 0;
equation
  der(level) = inflow - spill;
  if full then
    level = top;
  elseif empty then
    level = 0;
  else
    spill = 0;
  end if;
end Tank;

//: Tank: 3 unknowns, 2 guards, 3 modes: ok
//:          modes   index   degrees of freedom
//:              1       1                    1
//:              2       2                    0
//:   branches differ in index: 1 when `not full and not empty`, 2 when `full or empty`
