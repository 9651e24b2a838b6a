//: $ saltus check
// One run shows them all, each once, and where the damage ends.
model Wrong
  Real x
  Real y(start = 2*-3;
  Real z = 1;
equation
  der(x) = x +;
  y = 0 < z < 1;
  if x > 1 then
    z := 2;
  else
    z == 3;
  end when;
end Wrong;

model AlsoWrong
  parameter Real a = 2e;
end Right;

//: error[P0202]: no `;` after the declaration
//:  --> fail_many_errors.mo:4:9
//:   |
//: 4 |   Real x
//:   |         ^
//:   = help: add `;` here
//:
//: error[P0207]: `-` directly after `*`
//:  --> fail_many_errors.mo:5:20
//:   |
//: 5 |   Real y(start = 2*-3;
//:   |                    ^
//:   = help: put the signed operand in parentheses: `(-…)`
//:
//: error[P0203]: expected `)`, found `;`
//:  --> fail_many_errors.mo:5:22
//:   |
//: 5 |   Real y(start = 2*-3;
//:   |         -            ^
//:   |         |
//:   |         opened here
//:   = help: add `)`
//:
//: error[P0201]: expected an expression, found `;`
//:  --> fail_many_errors.mo:8:15
//:   |
//: 8 |   der(x) = x +;
//:   |               ^
//:
//: error[P0206]: `<` cannot be chained
//:  --> fail_many_errors.mo:9:13
//:   |
//: 9 |   y = 0 < z < 1;
//:   |       ----- ^
//:   |       |
//:   |       this is already complete
//:   = help: combine two relations with `and`: `a < b and b < c`
//:
//: error[P0208]: `:=` in an equation
//:   --> fail_many_errors.mo:11:7
//:    |
//: 11 |     z := 2;
//:    |       ^^
//:    = help: write `=`: an equation says that both sides are equal, it does not assign
//:
//: error[P0209]: this is an expression, not an equation
//:   --> fail_many_errors.mo:13:5
//:    |
//: 13 |     z == 3;
//:    |     ^^^^^^
//:    = help: an equation is written with a single `=`
//:
//: error[P0204]: expected `end if;`, found `end when`
//:   --> fail_many_errors.mo:14:3
//:    |
//: 10 |   if x > 1 then
//:    |   -- this `if` is not closed
//: ...
//: 14 |   end when;
//:    |   ^^^^^^^^
//:    = help: write `end if;`
//:
//: error[P0106]: `2e` is not a number
//:   --> fail_many_errors.mo:18:22
//:    |
//: 18 |   parameter Real a = 2e;
//:    |                      ^^
//:    = help: an exponent needs digits, as in `1e-3`
//:
//: error[P0205]: `end Right` closes the model `AlsoWrong`
//:   --> fail_many_errors.mo:19:5
//:    |
//: 17 | model AlsoWrong
//:    |       --------- this model
//: 18 |   parameter Real a = 2e;
//: 19 | end Right;
//:    |     ^^^^^
//:    = help: write `end AlsoWrong;`
//:
//: error: 10 errors
