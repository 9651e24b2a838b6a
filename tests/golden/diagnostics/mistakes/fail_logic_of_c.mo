//: $ saltus check
model LogicOfC
  Boolean b;
equation
  b = time > 1 && time < 2 || !(time > 3);
end LogicOfC;

//: error[P0101]: `&&` is not an operator of Modelica
//:  --> fail_logic_of_c.mo:5:16
//:   |
//: 5 |   b = time > 1 && time < 2 || !(time > 3);
//:   |                ^^
//:   = help: write `and`
//:
//: error[P0101]: `||` is not an operator of Modelica
//:  --> fail_logic_of_c.mo:5:28
//:   |
//: 5 |   b = time > 1 && time < 2 || !(time > 3);
//:   |                            ^^
//:   = help: write `or`
//:
//: error[P0101]: `!` is not an operator of Modelica
//:  --> fail_logic_of_c.mo:5:31
//:   |
//: 5 |   b = time > 1 && time < 2 || !(time > 3);
//:   |                               ^
//:   = help: write `not`
//:
//: error: 3 errors
