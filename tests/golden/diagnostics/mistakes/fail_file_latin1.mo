model Text
  Real x "Höhe";
equation
  x = time;
end Text;
