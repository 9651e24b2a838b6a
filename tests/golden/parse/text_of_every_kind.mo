//: $ saltus check
/* A comment over
   several lines, with // inside. */
within Some.Library;

model Everything "the \"description\"
over two lines"
  parameter Real a(start = 1, final fixed = true, unit = "kg.m2") = 2.5e-1 "inertia" annotation(Dialog(tab = "General")),
    b = 3.;
  final constant Integer n = 3;
  Real 'total mass'(nominal = 10) = a + b, x(start = 1, fixed = true);
protected
  Real hidden;
public
  output Real shown "first " + "second";
initial equation
  // nothing to add
equation
  der(x) = -x "decay" annotation(Line(points = {{-1, 0}, {1, 0}}));;
  hidden = n*x; shown = hidden;
  assert(x < 10, "too large", level = AssertionLevel.warning);
  annotation(experiment(StopTime = 10),
             Icon(coordinateSystem(extent = {{-100, -100}, {100, 100}}),
                  graphics = {Rectangle(lineColor = {0, 0, 255}, fillPattern = FillPattern.Solid)}),
             Documentation(info = "<html>Größe</html>"));
end Everything;

//: Everything: 4 equations, 4 unknowns, index 1, 1 degree of freedom: ok
