//: $ saltus check
model CurlyQuotes
  parameter Real g(unit = “m/s2”) = 9.81;
  Real x;
equation
  x = g*time;
end CurlyQuotes;

//: error[P0101]: typographic quotes do not make a string
//:  --> fail_curly_quotes.mo:3:27
//:   |
//: 3 |   parameter Real g(unit = “m/s2”) = 9.81;
//:   |                           ^^^^^^
//:   = help: write `"m/s2"`
