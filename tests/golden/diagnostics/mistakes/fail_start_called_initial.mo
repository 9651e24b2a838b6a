//: $ saltus check
model StartCalledInitial
  Real x(initial = 1);
equation
  der(x) = -x;
end StartCalledInitial;

//: error[P0201]: expected the name of an attribute, found `initial`
//:  --> fail_start_called_initial.mo:3:10
//:   |
//: 3 |   Real x(initial = 1);
//:   |          ^^^^^^^
//:   = `initial` is a keyword of Modelica and cannot be a name
//:   = help: the initial value is the attribute `start`
