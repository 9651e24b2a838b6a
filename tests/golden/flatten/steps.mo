//: $ saltus flatten
// Steps of continuous values make events; those of parameters and discrete values are literal.
model Steps
  parameter Real p = 2.5;
  Real x(start = 0, fixed = true), a, b, c, d, e, f;
  Integer n = integer(x) + integer(p);
equation
  der(x) = 1;
  a = floor(x) + floor(n/2);
  b = ceil(2*x);
  c = div(x, p);
  d = mod(x, 0.5);
  e = rem(x + floor(3*x), 2);
  f = noEvent(floor(x));
end Steps;

//: model Steps
//:   parameter Real p = 2.5;
//:   Real x(start = 0, fixed = true);
//:   Real a;
//:   Real b;
//:   Real c;
//:   Real d;
//:   Real e;
//:   Real f;
//:   Integer n;
//: equation
//:   n = floor(x) + floor(p);
//:   der(x) = 1;
//:   a = floor(x) + floor(n/2);
//:   b = ceil(2*x);
//:   c = div(x, p);
//:   d = x - floor(x/0.5)*0.5;
//:   e = x + floor(3*x) - div(x + floor(3*x), 2)*2;
//:   f = noEvent(floor(x));
//: end Steps;
