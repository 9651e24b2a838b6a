//: $ saltus check
model ChainedRelation
  Boolean b;
equation
  b = 0 < time < 1;
end ChainedRelation;

//: error[P0206]: `<` cannot be chained
//:  --> fail_chained_relation.mo:5:16
//:   |
//: 5 |   b = 0 < time < 1;
//:   |       -------- ^
//:   |       |
//:   |       this is already complete
//:   = help: combine two relations with `and`: `a < b and b < c`
