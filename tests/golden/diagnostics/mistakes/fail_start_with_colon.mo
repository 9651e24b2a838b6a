//: $ saltus check
model StartWithColon
  Real x(start: 1);
equation
  der(x) = -x;
end StartWithColon;

//: error[P0201]: `:` behind the name of an attribute
//:  --> fail_start_with_colon.mo:3:15
//:   |
//: 3 |   Real x(start: 1);
//:   |               ^
//:   = help: write `=`
