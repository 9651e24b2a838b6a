//: $ saltus check
model Choice
  Real x(start = 1);
  discrete Real d(start = 0);
equation
  der(x) = -x;
  when x < 0.5 then
    if time > 1 then
      d = 1;
    else
      d = 2;
    end if;
  end when;
end Choice;
