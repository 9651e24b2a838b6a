//: $ saltus check
model Number
  parameter Integer n = 2.5;
  Real x = n*time;
end Number;

//: error[N0223]: `n` is declared as Integer, its value is of type Real
//:  --> fail_wrong_binding_type.mo:3:25
//:   |
//: 3 |   parameter Integer n = 2.5;
//:   |             -------     ^^^ of type Real
//:   |             |
//:   |             declared type
//:   = help: `integer(…)` rounds down to an Integer
