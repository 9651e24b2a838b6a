//: $ saltus check
model Chain "Each of 151 derivatives of u"
  Real u, x;
equation
  u = sin(time);
  x = der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(der(u)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))));
end Chain;

//: error[S0307]: derivative 151 of `u` takes part in the equations, and at most 150 can
//:  --> fail_many_differentiations.mo:5:3
//:   |
//: 5 |   u = sin(time);
//:   |   ^^^^^^^^^^^^^ this equation has to be differentiated 151 times
//:   = help: write what a chain of `der` is meant to do with states of its own: a filter is a differential equation, and needs no derivative of what it filters
