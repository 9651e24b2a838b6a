//: $ saltus check
model Tank
  Real level(start = 1);
  Real größe;
  parameter Real price = 3 $;
equation
  der(level) = if level != 0 && time > 1 then -1 else 0;
  größe = 2;
end Tank;

//: error[P0101]: the character `ö` has no meaning outside strings and comments
//:  --> fail_stray_character.mo:4:10
//:   |
//: 4 |   Real größe;
//:   |          ^
//:   = help: names are made of the letters a to z and A to Z, digits and `_`
//:
//: error[P0101]: the character `$` has no meaning here
//:  --> fail_stray_character.mo:5:28
//:   |
//: 5 |   parameter Real price = 3 $;
//:   |                            ^
//:
//: error[P0101]: `!=` is not an operator of Modelica
//:  --> fail_stray_character.mo:7:25
//:   |
//: 7 |   der(level) = if level != 0 && time > 1 then -1 else 0;
//:   |                         ^^
//:   = help: write `<>`
//:
//: error[P0101]: `&&` is not an operator of Modelica
//:  --> fail_stray_character.mo:7:30
//:   |
//: 7 |   der(level) = if level != 0 && time > 1 then -1 else 0;
//:   |                              ^^
//:   = help: write `and`
//:
//: error: 4 errors
