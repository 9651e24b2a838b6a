//: $ saltus check
model Tank
  parameter Real area(min = 0) = -1;
  Real level(start = 1);
equation
  der(level) = -level/area;
end Tank;
