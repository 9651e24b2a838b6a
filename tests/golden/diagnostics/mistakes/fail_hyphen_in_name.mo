//: $ saltus check
model HyphenInName
  Real x-pos;
equation
  x-pos = time;
end HyphenInName;

//: error[P0201]: `-` cannot be part of a name
//:  --> fail_hyphen_in_name.mo:3:9
//:   |
//: 3 |   Real x-pos;
//:   |         ^
//:   = help: write `x_pos`
