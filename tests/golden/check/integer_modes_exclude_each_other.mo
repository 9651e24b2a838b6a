//: $ saltus check
// One Integer, three values: no two of the conditions hold together, and the equation of `gear` says that one does.
model Gears
  Real v(start = 0), a;
  Integer gear;
equation
  gear = if v > 20 then 3 elseif v > 10 then 2 else 1;
  der(v) = a;
  if gear == 1 then
    a = 3;
  end if;
  if gear == 2 then
    a = 2;
  end if;
  if gear == 3 then
    a = 1;
  end if;
end Gears;

//: Gears: 2 unknowns, 5 guards, 3 modes: ok
//:          modes   index   degrees of freedom
//:              3       1                    1
