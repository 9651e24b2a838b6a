//: $ saltus check
model Mass
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Mass;
model Component
  Mass m1;
  Real y;
equation
  y = m1.x;
end Component;

//: error[N0204]: `Mass` is a model, and components are not supported yet
//:  --> fail_component.mo:8:3
//:   |
//: 2 | model Mass
//:   |       ---- this model
//: ...
//: 8 |   Mass m1;
//:   |   ^^^^
//:   = help: write the declarations and equations of `Mass` into this model
