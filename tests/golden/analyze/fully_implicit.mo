//: $ saltus analyze
model FullyImplicit "not quasilinear: the slope has two solutions"
  Real x(start = 1, fixed = true);
equation
  der(x)^2 + x^2 = 1;
end FullyImplicit;

//: FullyImplicit: 1 equation, 1 unknown
//:   structural index    0
//:   degrees of freedom  1
//:   quasilinear         no
//:
//: Signature: order of each unknown in each equation, * on the transversal; offsets c, d
//:           x      c
//:   line 5  1*  |  0
//:   d       1
//:
//: Blocks, in order of evaluation
//:   1     der(x), nonlinear
//:         line 5: der(x)^2 + x^2 = 1
//:
//: State           x
//: Leading values  der(x)
//: Start values    x
//:                 (all free to choose)
//: Guesses         der(x)
