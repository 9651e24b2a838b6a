//: $ saltus check
model MissingEndWhen
  discrete Real x;
equation
  when time > 1 then
    x = 1;
end MissingEndWhen;

//: error[P0204]: expected `end when;`, found `end MissingEndWhen`
//:  --> fail_missing_end_when.mo:7:1
//:   |
//: 5 |   when time > 1 then
//:   |   ---- this `when` is not closed
//: 6 |     x = 1;
//: 7 | end MissingEndWhen;
//:   | ^^^^^^^^^^^^^^^^^^
//:   = help: add `end when;`
