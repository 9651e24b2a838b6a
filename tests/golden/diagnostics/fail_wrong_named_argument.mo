//: $ saltus check
model Start
  Real x = homotopy(real = time, simplified = 0);
end Start;
