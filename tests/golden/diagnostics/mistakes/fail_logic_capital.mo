//: $ saltus check
model LogicCapital
  Boolean b;
equation
  b = time > 1 AND time < 2;
end LogicCapital;

//: error[P0201]: `AND` is not a keyword
//:  --> fail_logic_capital.mo:5:16
//:   |
//: 5 |   b = time > 1 AND time < 2;
//:   |                ^^^
//:   = help: write `and`: all keywords are written in lower case
