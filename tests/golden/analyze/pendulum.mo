//: $ saltus analyze
model Pendulum "in Cartesian coordinates, index 3"
  parameter Real g = 9.81, L = 1;
  Real x(start = 1, fixed = true), y, T;
equation
  der(der(x)) = -T*x;
  der(der(y)) = -T*y - g;
  x^2 + y^2 = L^2;
end Pendulum;

//: Pendulum: 3 equations, 3 unknowns
//:   structural index    3
//:   degrees of freedom  2
//:   quasilinear         yes
//:
//: Signature: order of each unknown in each equation, * on the transversal; offsets c, d
//:           x   y   T      c
//:   line 6  2*      0   |  0
//:   line 7      2   0*  |  0
//:   line 8  0   0*      |  2
//:   d       2   2   0
//:
//: Blocks, in order of evaluation
//:   1     3 equations, linear
//:         for der(der(x)), T, der(der(y))
//:         line 6: der(der(x)) = -T*x
//:         line 7: der(der(y)) = -T*y - g
//:         line 8: x^2 + y^2 = L^2  (differentiated twice)
//:
//: Latent equations: what the text implies without saying it
//:   line 8: x^2 + y^2 = L^2  differentiated twice
//:
//: State           x, der(x), y, der(y)
//: Leading values  der(der(x)), der(der(y)), T
//: Start values    x, der(x), y, der(y)
//:                 (2 of them free to choose)
