//: $ saltus check
model EqualsInIfExpression
  Integer n(start = 0);
  Real x;
equation
  n = integer(time);
  x = if n = 2 then 1 else 0;
end EqualsInIfExpression;

//: error[P0201]: `=` does not compare
//:  --> fail_equals_in_if_expression.mo:7:12
//:   |
//: 7 |   x = if n = 2 then 1 else 0;
//:   |            ^
//:   = help: compare with `==` where values are Integer or Boolean, with `>=` or `<=` where they change continuously
