//: $ saltus check
model ReinitNamed
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
  when x < 0 then
    reinit(x = 1);
  end when;
end ReinitNamed;

//: error[N0206]: `reinit` takes 2 arguments, found 1
//:  --> fail_reinit_named.mo:7:5
//:   |
//: 7 |     reinit(x = 1);
//:   |     ^^^^^^^^^^^^^
//:   = help: it is called as `reinit(x, expr)`
