//: $ saltus check
// The condition needs what it decides, and the derivative needs the variable.
model Circle
  Real x(start = 1, fixed = true), a, b;
equation
  der(x) = a;
  if b > 1 then
    a <- 1;
  else
    a <- x;
  end if;
  b <- der(a);
end Circle;

//: error[F0312]: the substitution of `a` needs `a` itself
//:   --> fail_cyclic_guarded_substitution.mo:8:5
//:    |
//:  7 |   if b > 1 then
//:    |      ----- `b > 1` needs `b`
//:  8 |     a <- 1;
//:    |     ^^^^^^ `a` needs `b > 1`
//: ...
//: 12 |   b <- der(a);
//:    |   ----------- `b` needs `der(a)`
//:    = cycle: `a` → `b > 1` → `b` → `der(a)` → `a`
//:    = help: write one of them as an equation with `=`: it is then solved for
