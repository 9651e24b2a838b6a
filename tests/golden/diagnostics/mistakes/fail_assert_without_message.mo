//: $ saltus check
model AssertWithoutMessage
  Real x;
equation
  x = time;
  assert(x < 2);
end AssertWithoutMessage;

//: error[N0206]: `assert` takes 2 or 3 arguments, found 1
//:  --> fail_assert_without_message.mo:6:3
//:   |
//: 6 |   assert(x < 2);
//:   |   ^^^^^^^^^^^^^
//:   = help: write `assert(x < 2, "message")`
