//: $ saltus simulate --stop 2 --quiet
//: exit 3
model Held
  Real x(start = 0, fixed = true);
equation
  if time < 1 then
    der(x) = 1;
  else
    x = 1;
  end if;
  when time >= 1.5 then
    reinit(x, 0);
  end when;
end Held;

//: error[X0612]: `reinit` of `x` is not possible at t = 1.5
//:   --> fail_reinit_not_possible.mo:12:5
//:    |
//: 12 |     reinit(x, 0);
//:    |     ^^^^^^^^^^^^ fired here
//:    = in the mode `not (time < 1)`
//:    = help: a value can be set where it is state: not if an equation of the mode determines it, and only to a finite number
