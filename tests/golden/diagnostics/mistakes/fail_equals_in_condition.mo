//: $ saltus check
model EqualsInCondition
  Real x;
equation
  if time = 0.5 then
    x = 1;
  else
    x = 2;
  end if;
end EqualsInCondition;

//: error[P0201]: `=` does not compare
//:  --> fail_equals_in_condition.mo:5:11
//:   |
//: 5 |   if time = 0.5 then
//:   |           ^
//:   = help: compare with `==` where values are Integer or Boolean, with `>=` or `<=` where they change continuously
