//: $ saltus check
model EqualsEqualsOfTime
  Real x;
equation
  if time == 0.5 then
    x = 1;
  else
    x = 2;
  end if;
end EqualsEqualsOfTime;

//: error[N0219]: `==` compares Real values that change continuously
//:  --> fail_equals_equals_of_time.mo:5:6
//:   |
//: 5 |   if time == 0.5 then
//:   |      ^^^^^^^^^^^ true at single instants only, if at all
//:   = help: write `<=` or `>=`, or a distance such as `abs(a - b) < eps`
//:   = help: inside `noEvent(…)` the comparison is taken literally
