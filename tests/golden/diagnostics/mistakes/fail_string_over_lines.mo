model StringOverLines
  Real x "position;
equation
  x = time;
end StringOverLines;
