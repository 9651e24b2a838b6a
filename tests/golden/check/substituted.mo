//: $ saltus check
// Which variables may be initialised: q is held by a constraint.
model Starts
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), e, u, q;
equation
  der(x) = v;
  der(v) = -u;
  u = e + der(e) + der(q);
  q = sin(time);
  e <- x - 1;
end Starts;

//: Starts: 5 equations, 5 unknowns, index 2, 2 degrees of freedom: ok
//:   may be initialised: x, v; 2 free to choose
//:   follow from these:  e (substituted), u (algebraic), q (determined by a constraint)
