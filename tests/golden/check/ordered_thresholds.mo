//: $ saltus check
// Of the eight values of three guards four are possible: each threshold implies those below.
model Gears
  Real v(start = 0), a;
equation
  der(v) = a;
  a = if v > 30 then 1 elseif v > 20 then 2 elseif v > 10 then 3 else 4;
end Gears;

//: Gears: 2 unknowns, 3 guards, 4 modes: ok
//:          modes   index   degrees of freedom
//:              4       1                    1
