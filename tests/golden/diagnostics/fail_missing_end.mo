//: $ saltus check
model M
  Real x;
equation
  if time < 1 then
    x = 1;
  else if time < 2 then
    x = 2;
  else
    x = 3;
  end if;
end M;

model N
  Real x;
equation
  x = 1;

//: error[P0204]: expected `end if;`, found `end M`
//:   --> fail_missing_end.mo:12:1
//:    |
//:  5 |   if time < 1 then
//:    |   -- this `if` is not closed
//:  6 |     x = 1;
//:  7 |   else if time < 2 then
//:    |   ------- a second `if` begins here
//: ...
//: 12 | end M;
//:    | ^^^^^
//:    = help: `else if` opens a second `if`; write `elseif` to continue the first
//:
//: error[P0204]: the text ends inside a model
//:   --> fail_missing_end.mo:17:9
//:    |
//: 14 | model N
//:    |       - this model is not closed
//: ...
//: 17 |   x = 1;
//:    |         ^
//:    = help: add `end N;`
//:
//: error: 2 errors
