//: $ saltus analyze
model CoarseAndFine "an oscillator seen by an algebraic loop"
  Real x, v, a, b;
equation
  der(x) = v;
  der(v) = -x;
  a + b = x;
  a - b = v*a;
end CoarseAndFine;

//: CoarseAndFine: 4 equations, 4 unknowns
//:   structural index    1
//:   degrees of freedom  2
//:   quasilinear         yes
//:
//: Signature: order of each unknown in each equation, * on the transversal; offsets c, d
//:           x   v   a   b      c
//:   line 5  1*  0           |  0
//:   line 6  0   1*          |  0
//:   line 7  0       0*  0   |  0
//:   line 8      0   0   0*  |  0
//:   d       1   1   0   0
//:
//: Blocks, in order of evaluation
//:   1.1   der(x), linear
//:         line 5: der(x) = v
//:   1.2   der(v), linear
//:         line 6: der(v) = -x
//:   2     2 equations, linear
//:         for a, b
//:         line 7: a + b = x
//:         line 8: a - b = v*a
//:
//: State           x, v
//: Leading values  der(x), der(v), a, b
//: Start values    x, v
//:                 (all free to choose)
