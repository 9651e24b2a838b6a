//: $ saltus check
model Start
  Real x(fixed = true);
equation
  der(x) = 1;
end Start;
