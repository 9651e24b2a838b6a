//: $ saltus check
model InitialValueAsBinding
  Real x = 1;
equation
  der(x) = -x;
end InitialValueAsBinding;

//: error[S0301]: `InitialValueAsBinding` has 2 equations for 1 unknown
//:  --> fail_initial_value_as_binding.mo:3:12
//:   |
//: 3 |   Real x = 1;
//:   |            ^ one of 2 equations that contain only `x`
//: 4 | equation
//: 5 |   der(x) = -x;
//:   |   ----------- another one
//:   = too many equations: 2 for the 1 unknown `x`
//:   = help: the binding of `x` is an equation for all times; an initial value is written `x(start = …, fixed = true)`
//:   = help: remove one of the 2 equations, or let one contain a further unknown
