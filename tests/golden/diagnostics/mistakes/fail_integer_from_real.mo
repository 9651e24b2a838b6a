//: $ saltus check
model IntegerFromReal
  Integer n = 2.5;
  Real x;
equation
  x = n*time;
end IntegerFromReal;

//: error[N0223]: `n` is declared as Integer, its value is of type Real
//:  --> fail_integer_from_real.mo:3:15
//:   |
//: 3 |   Integer n = 2.5;
//:   |   -------     ^^^ of type Real
//:   |   |
//:   |   declared type
//:   = help: `integer(…)` rounds down to an Integer
