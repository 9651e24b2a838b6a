//: $ saltus analyze
model DerivativeChain "index 5: every block is differentiated for the next one"
  Real a, b, c, d, e;
equation
  a = sin(time);
  b = der(a);
  c = der(b);
  d = der(c);
  e^3 = der(d);
end DerivativeChain;

//: DerivativeChain: 5 equations, 5 unknowns
//:   structural index    5
//:   degrees of freedom  0
//:   quasilinear         no
//:
//: Signature: order of each unknown in each equation, * on the transversal; offsets c, d
//:           a   b   c   d   e      c
//:   line 5  0*                  |  4
//:   line 6  1   0*              |  3
//:   line 7      1   0*          |  2
//:   line 8          1   0*      |  1
//:   line 9              1   0*  |  0
//:   d       4   3   2   1   0
//:
//: Blocks, in order of evaluation
//:   1     a, linear, differentiated 4 times more for later blocks
//:         line 5: a = sin(time)
//:   2     b, linear, differentiated 3 times more for later blocks
//:         line 6: b = der(a)
//:   3     c, linear, differentiated twice more for later blocks
//:         line 7: c = der(b)
//:   4     d, linear, differentiated once more for later blocks
//:         line 8: d = der(c)
//:   5     e, nonlinear
//:         line 9: e^3 = der(d)
//:
//: Latent equations: what the text implies without saying it
//:   line 5: a = sin(time)  differentiated 4 times
//:   line 6: b = der(a)  differentiated 3 times
//:   line 7: c = der(b)  differentiated twice
//:   line 8: d = der(c)  differentiated once
//:
//: State           a, der(a), der(der(a)), der^3(a), b, der(b), der(der(b)), c, der(c), d
//: Leading values  der^4(a), der^3(b), der(der(c)), der(d), e
//: Start values    none
//: Guesses         e
