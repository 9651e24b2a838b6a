//: $ saltus check
model ElsifInExpression
  Real x;
equation
  x = if time > 2 then 1 elsif time > 1 then 2 else 3;
end ElsifInExpression;

//: error[P0201]: `elsif` is not a keyword
//:  --> fail_elsif_in_expression.mo:5:26
//:   |
//: 5 |   x = if time > 2 then 1 elsif time > 1 then 2 else 3;
//:   |                          ^^^^^
//:   = help: write `elseif`
