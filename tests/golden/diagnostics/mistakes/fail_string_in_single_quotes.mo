//: $ saltus check
model StringInSingleQuotes
  parameter Real m(unit = 'kg') = 2;
  Real x;
equation
  x = m*time;
end StringInSingleQuotes;

//: error[N0228]: the attribute `unit` needs a text in quotes
//:  --> fail_string_in_single_quotes.mo:3:27
//:   |
//: 3 |   parameter Real m(unit = 'kg') = 2;
//:   |                           ^^^^
//:   = help: write `unit = "kg"`
