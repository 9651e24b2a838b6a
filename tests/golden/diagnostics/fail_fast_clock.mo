//: $ saltus simulate --quiet --output -
//: exit 3
model Counter
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 1e-17) then
    n = pre(n) + 1;
  end when;
end Counter;
