//: $ saltus check
model DerSetInWhen
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -9.81;
  when x < 0 then
    der(x) = -v;
  end when;
end DerSetInWhen;

//: error[N0222]: an equation inside `when` sets the variable on its left
//:  --> fail_der_set_in_when.mo:8:5
//:   |
//: 8 |     der(x) = -v;
//:   |     ^^^^^^ this is not a name
//:   = help: write `reinit(der(x), …)`
