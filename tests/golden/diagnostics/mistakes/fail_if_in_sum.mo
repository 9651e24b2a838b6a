//: $ saltus check
model IfInSum
  Real x;
equation
  x = 1 + if time > 1 then 2 else 3;
end IfInSum;

//: error[P0201]: expected an expression, found `if`
//:  --> fail_if_in_sum.mo:5:11
//:   |
//: 5 |   x = 1 + if time > 1 then 2 else 3;
//:   |           ^^
//:   = help: put the `if` expression in parentheses
