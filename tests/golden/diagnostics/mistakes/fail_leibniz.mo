//: $ saltus check
model Leibniz
  Real x(start = 1, fixed = true);
equation
  dx/dt = -x;
end Leibniz;

//: error[N0201]: unknown names `dx` and `dt`
//:  --> fail_leibniz.mo:5:3
//:   |
//: 5 |   dx/dt = -x;
//:   |   ^^^^^ not declared in this model
//:   = help: the derivative of `x` is `der(x)`
