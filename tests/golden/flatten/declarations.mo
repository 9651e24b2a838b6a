//: $ saltus flatten
// Attributes, quoted names, sections, descriptions.
model Declarations "with a \"description\""
  constant Real pi = 3.141592653589793;
  final parameter Integer n(min = 1, max = 5) = 2 + 1;
  input Real u(unit = "V");
  input Real driven = 2*pi;
  output Real 'T 1'(start = 300, nominal = 100*n, quantity = "Temperature", unit = "K", displayUnit = "degC") "hot";
  discrete Real sampled(start = -0.5);
protected
  Real hidden(stateSelect = StateSelect.avoid, min = -1e-3);
public
  Boolean on(start = true, fixed = true);
equation
  der('T 1') = u - hidden "balance";
  hidden = driven;
  on = 'T 1' > 310;
  sampled = if on then 1 else -1;
end Declarations;

//: model Declarations "with a \"description\""
//:   constant Real pi = 3.141592653589793;
//:   final parameter Integer n(min = 1, max = 5) = 3;
//:   input Real u(unit = "V");
//:   Real driven;
//:   Real 'T 1'(start = 300, nominal = 300, unit = "K", displayUnit = "degC", quantity = "Temperature") "hot";
//:   discrete Real sampled(start = -0.5);
//: protected
//:   Real hidden(min = -0.001, stateSelect = StateSelect.avoid);
//: public
//:   Boolean on(start = true, fixed = true);
//: equation
//:   driven = 2*pi;
//:   der('T 1') = u - hidden "balance";
//:   hidden = driven;
//:   on = 'T 1' > 310;
//:   sampled = if on then 1 else -1;
//: end Declarations;
