//: $ saltus check
model M
  Real x;
equation
  x = 1;
  assert(message = "too large", x < 2);
end M;

//: error[P0210]: an argument without a name after one with a name
//:  --> fail_positional_after_named.mo:6:33
//:   |
//: 6 |   assert(message = "too large", x < 2);
//:   |                                 ^^^^^
