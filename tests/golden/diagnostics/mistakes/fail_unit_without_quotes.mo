//: $ saltus check
model UnitWithoutQuotes
  parameter Real m(unit = kg) = 2;
  Real x;
equation
  x = m*time;
end UnitWithoutQuotes;

//: error[N0228]: the attribute `unit` needs a text in quotes
//:  --> fail_unit_without_quotes.mo:3:27
//:   |
//: 3 |   parameter Real m(unit = kg) = 2;
//:   |                           ^^
//:   = help: write `unit = "kg"`
