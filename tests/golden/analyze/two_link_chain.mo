//: $ saltus analyze
model TwoLinkChain "two masses on rods"
  parameter Real g = 9.81;
  Real x1, y1, x2, y2, T1, T2;
equation
  der(der(x1)) = -T1*x1 + T2*(x2 - x1);
  der(der(y1)) = -T1*y1 + T2*(y2 - y1) - g;
  der(der(x2)) = -T2*(x2 - x1);
  der(der(y2)) = -T2*(y2 - y1) - g;
  x1^2 + y1^2 = 1;
  (x2 - x1)^2 + (y2 - y1)^2 = 1;
end TwoLinkChain;

//: TwoLinkChain: 6 equations, 6 unknowns
//:   structural index    3
//:   degrees of freedom  4
//:   quasilinear         yes
//:
//: Signature: order of each unknown in each equation, * on the transversal; offsets c, d
//:            x1  y1  x2  y2  T1  T2     c
//:   line 6   2*      0       0   0   |  0
//:   line 7       2       0   0*  0   |  0
//:   line 8   0       2*          0   |  0
//:   line 9       0       2       0*  |  0
//:   line 10  0   0*                  |  2
//:   line 11  0   0   0   0*          |  2
//:   d        2   2   2   2   0   0
//:
//: Blocks, in order of evaluation
//:   1     6 equations, linear
//:         for der(der(x1)), T1, der(der(x2)), T2, der(der(y1)), der(der(y2))
//:         line 6: der(der(x1)) = -T1*x1 + T2*(x2 - x1)
//:         line 7: der(der(y1)) = -T1*y1 + T2*(y2 - y1) - g
//:         line 8: der(der(x2)) = -T2*(x2 - x1)
//:         line 9: der(der(y2)) = -T2*(y2 - y1) - g
//:         line 10: x1^2 + y1^2 = 1  (differentiated twice)
//:         line 11: (x2 - x1)^2 + (y2 - y1)^2 = 1  (differentiated twice)
//:
//: Latent equations: what the text implies without saying it
//:   line 10: x1^2 + y1^2 = 1  differentiated twice
//:   line 11: (x2 - x1)^2 + (y2 - y1)^2 = 1  differentiated twice
//:
//: State           x1, der(x1), y1, der(y1), x2, der(x2), y2, der(y2)
//: Leading values  der(der(x1)), der(der(y1)), der(der(x2)), der(der(y2)), T1, T2
//: Start values    x1, der(x1), y1, der(y1), x2, der(x2), y2, der(y2)
//:                 (4 of them free to choose)
