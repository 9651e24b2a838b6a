//: $ saltus check
model EndOnly
  Real x;
equation
  if time > 1 then
    x = 1;
  else
    x = 2;
  end;
end EndOnly;

//: error[P0204]: expected `end if;`, found `end;`
//:  --> fail_end_only.mo:9:3
//:   |
//: 5 |   if time > 1 then
//:   |   -- this `if` is not closed
//: ...
//: 9 |   end;
//:   |   ^^^^
//:   = help: write `end if;`
