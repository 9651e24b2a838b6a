//: $ saltus check
model Message
  Real x(start = 1);
equation
  der(x) = -x;
  assert(x > 0, if time > 1 then "late" else "early");
end Message;

//: error[N0228]: the message needs a text in quotes
//:  --> fail_text_not_literal.mo:6:17
//:   |
//: 6 |   assert(x > 0, if time > 1 then "late" else "early");
//:   |                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
