//: $ saltus check
model ColonForThen
  Real x;
equation
  if time > 1:
    x = 1;
  else:
    x = 2;
  end if;
end ColonForThen;

//: error[P0201]: no `then` after the condition
//:  --> fail_colon_for_then.mo:5:14
//:   |
//: 5 |   if time > 1:
//:   |              ^
//:   = help: add `then` here
//:
//: error[P0201]: no `:` stands behind `else`
//:  --> fail_colon_for_then.mo:7:7
//:   |
//: 7 |   else:
//:   |       ^
//:   = help: remove it
//:
//: error: 2 errors
