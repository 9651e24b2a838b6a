//: $ saltus simulate --quiet
//: exit 3
model Fast
  discrete Real n(start = 0);
equation
  when sample(0, 1e-300) then
    n = pre(n) + 1;
  end when;
end Fast;
