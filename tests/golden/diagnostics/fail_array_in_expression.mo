//: $ saltus check
model Vector
  Real x = {1, 2};
end Vector;
