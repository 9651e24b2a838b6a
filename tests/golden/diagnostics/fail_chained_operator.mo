//: $ saltus check
model M
  Real x;
equation
  x = if 0 < time < 1 then 1 else 2^3^2;
end M;

//: error[P0206]: `<` cannot be chained
//:  --> fail_chained_operator.mo:5:19
//:   |
//: 5 |   x = if 0 < time < 1 then 1 else 2^3^2;
//:   |          -------- ^
//:   |          |
//:   |          this is already complete
//:   = help: combine two relations with `and`: `a < b and b < c`
//:
//: error[P0206]: `^` cannot be chained
//:  --> fail_chained_operator.mo:5:38
//:   |
//: 5 |   x = if 0 < time < 1 then 1 else 2^3^2;
//:   |                                   ---^
//:   |                                   |
//:   |                                   this is already complete
//:   = help: write `(a^b)^c` or `a^(b^c)`
//:
//: error: 2 errors
