//: $ saltus check
model RealParameterInQuotes
  parameter Real k = "2";
  Real x;
equation
  x = k*time;
end RealParameterInQuotes;

//: error[N0223]: `k` is declared as Real, its value is of type String
//:  --> fail_real_parameter_in_quotes.mo:3:22
//:   |
//: 3 |   parameter Real k = "2";
//:   |             ----     ^^^ of type String
//:   |             |
//:   |             declared type
//:   = help: a number stands without quotes
