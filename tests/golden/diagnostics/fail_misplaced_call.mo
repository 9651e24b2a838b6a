//: $ saltus check
model Call
  Real x(start = 1);
equation
  der(x) = -x;
  sin(x);
end Call;
