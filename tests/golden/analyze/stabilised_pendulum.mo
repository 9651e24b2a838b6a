//: $ saltus analyze
model StabilisedPendulum "Gear, Gupta and Leimkuhler: constraint and hidden constraint, index 2"
  parameter Real g = 9.81;
  Real x, y, u, v, T, mu;
equation
  der(x) = u - mu*x;
  der(y) = v - mu*y;
  der(u) = -T*x;
  der(v) = -T*y - g;
  x^2 + y^2 = 1;
  x*u + y*v = 0;
end StabilisedPendulum;

//: StabilisedPendulum: 6 equations, 6 unknowns
//:   structural index    2
//:   degrees of freedom  2
//:   quasilinear         yes
//:
//: Signature: order of each unknown in each equation, * on the transversal; offsets c, d
//:            x   y   u   v   T   mu     c
//:   line 6   1*      0           0   |  0
//:   line 7       1       0       0*  |  0
//:   line 8   0       1*      0       |  0
//:   line 9       0       1   0*      |  0
//:   line 10  0   0*                  |  1
//:   line 11  0   0   0   0*          |  1
//:   d        1   1   1   1   0   0
//:
//: Blocks, in order of evaluation
//:   1.1   3 equations, linear
//:         for der(x), mu, der(y)
//:         line 6: der(x) = u - mu*x
//:         line 7: der(y) = v - mu*y
//:         line 10: x^2 + y^2 = 1  (differentiated once)
//:   1.2   3 equations, linear
//:         for der(u), T, der(v)
//:         line 8: der(u) = -T*x
//:         line 9: der(v) = -T*y - g
//:         line 11: x*u + y*v = 0  (differentiated once)
//:
//: Latent equations: what the text implies without saying it
//:   line 10: x^2 + y^2 = 1  differentiated once
//:   line 11: x*u + y*v = 0  differentiated once
//:
//: State           x, y, u, v
//: Leading values  der(x), der(y), der(u), der(v), T, mu
//: Start values    x, y, u, v
//:                 (2 of them free to choose)
