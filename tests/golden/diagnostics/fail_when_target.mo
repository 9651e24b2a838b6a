//: $ saltus check
model Counter
  Real x(start = 1);
  discrete Real d(start = 0);
equation
  der(x) = -x;
  when x < 0.5 then
    2*d = 1;
  end when;
end Counter;
