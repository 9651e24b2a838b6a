//: $ saltus check
model Elif
  Real x;
equation
  if time > 2 then
    x = 1;
  elif time > 1 then
    x = 2;
  else
    x = 3;
  end if;
end Elif;

//: error[P0201]: `elif` is not a keyword
//:  --> fail_elif.mo:7:3
//:   |
//: 7 |   elif time > 1 then
//:   |   ^^^^
//:   = help: write `elseif`
