//: $ saltus check
model M
  parameter Boolean linear = false;
  Real x(start = 1, fixed = true), f;
equation
  der(x) = -f;
  if linear then
    f <- x;
  end if;
end M;

//: error[F0316]: no branch of the substitution of `f` is ever active
//:  --> fail_substitution_never_active.mo:8:5
//:   |
//: 8 |     f <- x;
//:   |     ^^^^^^ this one is never active
//:   = help: write an `else` that gives the variable a value in every other case
