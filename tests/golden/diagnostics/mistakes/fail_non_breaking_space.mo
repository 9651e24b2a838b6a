model NonBreakingSpace
  Real x;
equation
  x = time;
end NonBreakingSpace;
