//: $ saltus check
model MissingThen
  Real x;
equation
  if time > 1
    x = 1;
  else
    x = 2;
  end if;
end MissingThen;

//: error[P0201]: no `then` after the condition
//:  --> fail_missing_then.mo:5:14
//:   |
//: 5 |   if time > 1
//:   |              ^
//:   = help: add `then` here
