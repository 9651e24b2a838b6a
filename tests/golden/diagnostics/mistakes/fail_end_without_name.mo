//: $ saltus check
model EndWithoutName
  Real x;
equation
  x = time;
end;

//: error[P0201]: expected the name `EndWithoutName` after `end`, found `;`
//:  --> fail_end_without_name.mo:6:4
//:   |
//: 6 | end;
//:   |    ^
//:   = help: write `end EndWithoutName;`
