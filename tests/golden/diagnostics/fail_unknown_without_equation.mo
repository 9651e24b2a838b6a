//: $ saltus check
model Cooling
  Real temperature(start = 90, fixed = true);
  Real ambient(start = 20), humidity;
equation
  der(temperature) = -0.1*(temperature - 20);
end Cooling;
