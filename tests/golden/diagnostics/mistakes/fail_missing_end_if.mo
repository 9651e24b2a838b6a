//: $ saltus check
model MissingEndIf
  Real x;
equation
  if time > 1 then
    x = 1;
  else
    x = 2;
end MissingEndIf;

//: error[P0204]: expected `end if;`, found `end MissingEndIf`
//:  --> fail_missing_end_if.mo:9:1
//:   |
//: 5 |   if time > 1 then
//:   |   -- this `if` is not closed
//: ...
//: 9 | end MissingEndIf;
//:   | ^^^^^^^^^^^^^^^^
//:   = help: add `end if;`
