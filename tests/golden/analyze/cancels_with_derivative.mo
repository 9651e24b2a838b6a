//: $ saltus analyze
model Hidden "w = -cos(time): the derivative of the second equation cancels in the first one"
  Real x, y, w;
equation
  der(x) + der(y) + w = 0;
  x + y = sin(time);
  der(w) = x;
end Hidden;

//: Hidden: 3 equations, 3 unknowns
//:   structural index    2
//:   degrees of freedom  0
//:   quasilinear         yes
//:
//: Signature: order of each unknown in each equation, * on the transversal; offsets c, d
//:           x   y   w      c
//:   line 5          0*  |  1
//:   line 6  0   0*      |  0
//:   line 7  0*      1   |  0
//:   d       0   0   1
//:
//: Blocks, in order of evaluation
//:   1     w, linear, differentiated once more for later blocks
//:         line 5: der(x) + der(y) + w = 0
//:   2     x, linear
//:         line 7: der(w) = x
//:   3     y, linear
//:         line 6: x + y = sin(time)
//:
//: Latent equations: what the text implies without saying it
//:   line 5: der(x) + der(y) + w = 0  differentiated once
//:
//: Hidden cancellations: the highest derivatives cancel in a combination of equations
//:   line 5: combined with line 6 (differentiated once)
//:
//: State           w
//: Leading values  x, y, der(w)
//: Start values    none
