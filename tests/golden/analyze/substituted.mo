//: $ saltus analyze
// The three kinds of substituted variables.
model Kinds
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), p, b, bp, u;
equation
  der(x) = v;
  der(v) = -u;
  p = x - 1;
  u = p + der(p) + der(b) + bp + der(bp);
  der(p) <- v;
  b <- 2*x;
  bp <- x^2;
  if x > 0 then
    der(bp) <- 2*x*v;
  else
    der(bp) <- 0;
  end if;
end Kinds;

//: Kinds: 6 equations, 6 unknowns
//:   structural index    1
//:   degrees of freedom  2
//:   quasilinear         yes
//:
//: Substituted variables: replaced wherever they are used
//:   p, prime-substituted differential variable
//:         line 10: der(p) <- v
//:   b, base-substituted differential variable
//:         line 11: b <- 2*x
//:   bp, base-prime-substituted differential variable
//:         line 12: bp <- x^2
//:         line 14: der(bp) <- 2*x*v
//:         line 16: der(bp) <- 0
//:
//: Signature: order of each unknown in each equation, * on the transversal; offsets c, d
//:            x   v   p   b   bp  u      c
//:   line 6   1*  0                   |  0
//:   line 7       1*              0   |  0
//:   line 8   0       0*              |  0
//:   line 9   1   0   0           0*  |  0
//:   line 11  0           0*          |  0
//:   line 12  0               0*      |  0
//:   d        1   1   0   0   0   0
//:
//: Blocks, in order of evaluation
//:   1.1   der(x), linear
//:         line 6: der(x) = v
//:   1.2   p, linear
//:         line 8: p = x - 1
//:   1.3   u, linear
//:         line 9: u = p + der(p) + der(b) + bp + der(bp)
//:   1.4   der(v), linear
//:         line 7: der(v) = -u
//:   2     b, linear
//:         line 11: b <- 2*x
//:   3     bp, linear
//:         line 12: bp <- x^2
//:
//: State           x, v
//: Leading values  der(x), der(v), p, b, bp, u
//: Start values    x, v
//:                 (all free to choose)
