//: $ saltus check --model Second
model First
  Real x = 1;
end First;

block Second
  Real y = 2;
end Second;

class Third
  Real z = 3;
end Third;

//: Second: 1 equation, 1 unknown, index 1, 0 degrees of freedom: ok
