//: $ saltus check
model ComponentOfLibrary
  Modelica.Electrical.Analog.Basic.Resistor r(R = 100);
  Modelica.Units.SI.Voltage u;
equation
  u = 2*time;
end ComponentOfLibrary;

//: error[N0204]: unknown type `Modelica.Electrical.Analog.Basic.Resistor`
//:  --> fail_component_of_library.mo:3:3
//:   |
//: 3 |   Modelica.Electrical.Analog.Basic.Resistor r(R = 100);
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//:   = help: libraries and components are not supported yet: write the equations of the component
//:
//: error[N0204]: unknown type `Modelica.Units.SI.Voltage`
//:  --> fail_component_of_library.mo:4:3
//:   |
//: 4 |   Modelica.Units.SI.Voltage u;
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^
//:   = help: write `Real`, with the unit as an attribute: `Real u(unit = "V")`
//:
//: error: 2 errors
