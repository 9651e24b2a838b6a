//: $ saltus check
// `k` is a number, but was not declared as a parameter.
model Spring
  Real k(start = 10);
  Real x(start = 1), v, f;
equation
  der(x) = v;
  der(v) = -f;
  if x > 0 then
    f = k*x;
  else
    f = 0;
  end if;
end Spring;

//: error[S0305]: in every mode: 1 equation too few: none is left for `k`
//:  --> fail_unknown_meant_as_parameter.mo:4:8
//:   |
//: 4 |   Real k(start = 10);
//:   |        ^ needs an equation in every mode
//:   = help: write an equation for `k`, or declare it as a parameter if it is known
//:
//: Spring: 4 unknowns, 1 guard, 2 modes
//:          modes   index   degrees of freedom
//:              2  singular
