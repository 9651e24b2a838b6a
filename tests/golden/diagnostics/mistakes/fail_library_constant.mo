//: $ saltus check
model LibraryConstant
  Real x;
equation
  x = sin(Modelica.Constants.pi*time);
end LibraryConstant;

//: error[N0201]: unknown name `Modelica.Constants.pi`
//:  --> fail_library_constant.mo:5:11
//:   |
//: 5 |   x = sin(Modelica.Constants.pi*time);
//:   |           ^^^^^^^^^^^^^^^^^^^^^ not declared in this model
//:   = help: declare `constant Real pi = 3.141592653589793`
