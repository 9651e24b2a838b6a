//: $ saltus check
model Counter
  Integer count(start = 0);
  Real rate = der(count);
equation
  when sample(0, 1) then
    count = pre(count) + 1;
  end when;
end Counter;
