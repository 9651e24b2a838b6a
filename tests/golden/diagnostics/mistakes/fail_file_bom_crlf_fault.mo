model Text
  Real x;
equation
  x = tme;
end Text;
