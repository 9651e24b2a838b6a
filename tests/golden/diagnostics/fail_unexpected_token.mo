//: $ saltus check
model M
  Real output;
  Real x, y;
equation
  x = 2 + ;
  if x = 1 then
    y = 1;
  end if;
  y = 3 x;
  x = 1 + if y then 2 else 3;
  end if;
end M;

//: error[P0201]: expected the name of a variable, found `output`
//:  --> fail_unexpected_token.mo:3:8
//:   |
//: 3 |   Real output;
//:   |        ^^^^^^
//:   = `output` is a keyword of Modelica and cannot be a name
//:
//: error[P0201]: expected an expression, found `;`
//:  --> fail_unexpected_token.mo:6:11
//:   |
//: 6 |   x = 2 + ;
//:   |           ^
//:
//: error[P0201]: `=` does not compare
//:  --> fail_unexpected_token.mo:7:8
//:   |
//: 7 |   if x = 1 then
//:   |        ^
//:   = help: compare with `==` where values are Integer or Boolean, with `>=` or `<=` where they change continuously
//:
//: error[P0201]: expected `;` after the equation, found `x`
//:   --> fail_unexpected_token.mo:10:9
//:    |
//: 10 |   y = 3 x;
//:    |         ^
//:    = help: an operator is missing: a product is written with `*`, a call with parentheses
//:
//: error[P0201]: expected an expression, found `if`
//:   --> fail_unexpected_token.mo:11:11
//:    |
//: 11 |   x = 1 + if y then 2 else 3;
//:    |           ^^
//:    = help: put the `if` expression in parentheses
//:
//: error[P0201]: `end if` closes nothing
//:   --> fail_unexpected_token.mo:12:3
//:    |
//: 12 |   end if;
//:    |   ^^^^^^
//:
//: error: 6 errors
