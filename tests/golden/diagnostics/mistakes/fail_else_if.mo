//: $ saltus check
model ElseIf
  Real x;
equation
  if time > 2 then
    x = 1;
  else if time > 1 then
    x = 2;
  else
    x = 3;
  end if;
end ElseIf;

//: error[P0204]: expected `end if;`, found `end ElseIf`
//:   --> fail_else_if.mo:12:1
//:    |
//:  5 |   if time > 2 then
//:    |   -- this `if` is not closed
//:  6 |     x = 1;
//:  7 |   else if time > 1 then
//:    |   ------- a second `if` begins here
//: ...
//: 12 | end ElseIf;
//:    | ^^^^^^^^^^
//:    = help: `else if` opens a second `if`; write `elseif` to continue the first
