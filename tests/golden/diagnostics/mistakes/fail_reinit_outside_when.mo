//: $ saltus check
model ReinitOutsideWhen
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
  if x < 0 then
    reinit(x, 1);
  end if;
end ReinitOutsideWhen;

//: error[N0216]: `reinit` outside of `when`
//:  --> fail_reinit_outside_when.mo:7:5
//:   |
//: 7 |     reinit(x, 1);
//:   |     ^^^^^^^^^^^^ when should it happen?
//:   = help: write `when condition then reinit(…); end when;`
