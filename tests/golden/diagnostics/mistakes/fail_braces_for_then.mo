//: $ saltus check
model BracesForThen
  Real x;
equation
  if (time > 1) {
    x = 1;
  } else {
    x = 2;
  }
end BracesForThen;

//: error[P0201]: a branch does not stand in braces
//:  --> fail_braces_for_then.mo:5:17
//:   |
//: 5 |   if (time > 1) {
//:   |                 ^
//:   = help: write `if condition then … else … end if;`
