//: $ saltus check
model Wave
  Real x = sin(2*Modelica.Constants.pi*time) + Modelica.Constants.pi;
end Wave;

//: error[N0201]: unknown name `Modelica.Constants.pi`
//:  --> fail_package_constant.mo:3:18
//:   |
//: 3 |   Real x = sin(2*Modelica.Constants.pi*time) + Modelica.Constants.pi;
//:   |                  ^^^^^^^^^^^^^^^^^^^^^ not declared in this model
//:   = help: declare `constant Real pi = 3.141592653589793`
