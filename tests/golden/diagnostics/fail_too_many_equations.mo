//: $ saltus check
// Six of the eight equations for x are shown.
model Repeated
  Real x, y;
equation
  x = 1;
  2*x = 2;
  x^2 = 1;
  x = time;
  x + 1 = 2;
  x - 1 = 0;
  x/2 = 1/2;
  sin(x) = 1;
  der(y) = x;
end Repeated;

//: error[S0301]: `Repeated` has 9 equations for 2 unknowns
//:   --> fail_too_many_equations.mo:7:3
//:    |
//:  7 |   2*x = 2;
//:    |   ^^^^^^^ one of 8 equations that contain only `x`
//:  8 |   x^2 = 1;
//:    |   ------- another one
//:  9 |   x = time;
//:    |   -------- another one
//: 10 |   x + 1 = 2;
//:    |   --------- another one
//: 11 |   x - 1 = 0;
//:    |   --------- another one
//: 12 |   x/2 = 1/2;
//:    |   --------- another one
//:    = and 2 more equations
//:    = too many equations: 8 for the 1 unknown `x`
//:    = help: remove 7 of the 8 equations, or let some contain a further unknown
