//: $ saltus flatten
// der of an expression is its total derivative.
model Derivatives
  parameter Real m = 2;
  Real x(start = 1), v, p, q;
equation
  v = der(x);
  p = der(m*x^2*sin(time));
  q = der(der(abs(x)/2));
  der(m*v) = -x + der(m);
end Derivatives;

//: model Derivatives
//:   parameter Real m = 2;
//:   Real x(start = 1);
//:   Real v;
//:   Real p;
//:   Real q;
//: equation
//:   v = der(x);
//:   p = m*(2*x*der(x))*sin(time) + m*x^2*cos(time);
//:   q = (if x >= 0 then der(der(x)) else -der(der(x)))/2;
//:   m*der(v) = -x;
//: end Derivatives;
