//: $ saltus analyze
model Shaft "more than 30 unknowns: the signature is a list"
  Real w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15, w16,
       t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15, t16;
equation
  der(w1) = t1 - t2;
  der(w2) = t2 - t3;
  der(w3) = t3 - t4;
  der(w4) = t4 - t5;
  der(w5) = t5 - t6;
  der(w6) = t6 - t7;
  der(w7) = t7 - t8;
  der(w8) = t8 - t9;
  der(w9) = t9 - t10;
  der(w10) = t10 - t11;
  der(w11) = t11 - t12;
  der(w12) = t12 - t13;
  der(w13) = t13 - t14;
  der(w14) = t14 - t15;
  der(w15) = t15 - t16;
  der(w16) = t16;
  w1 = sin(time);
  w2 = w1;
  w3 = w2;
  w4 = w3;
  w5 = w4;
  w6 = w5;
  w7 = w6;
  w8 = w7;
  w9 = w8;
  w10 = w9;
  w11 = w10;
  w12 = w11;
  w13 = w12;
  w14 = w13;
  w15 = w14;
  w16 = w15;
end Shaft;

//: Shaft: 32 equations, 32 unknowns
//:   structural index    2
//:   degrees of freedom  0
//:   quasilinear         yes
//:
//: Signature: unknowns of each equation with their order, * on the transversal; offsets c, d
//:   line 6   c 0  w1 1, t1 0*, t2 0
//:   line 7   c 0  w2 1, t2 0*, t3 0
//:   line 8   c 0  w3 1, t3 0*, t4 0
//:   line 9   c 0  w4 1, t4 0*, t5 0
//:   line 10  c 0  w5 1, t5 0*, t6 0
//:   line 11  c 0  w6 1, t6 0*, t7 0
//:   line 12  c 0  w7 1, t7 0*, t8 0
//:   line 13  c 0  w8 1, t8 0*, t9 0
//:   line 14  c 0  w9 1, t9 0*, t10 0
//:   line 15  c 0  w10 1, t10 0*, t11 0
//:   line 16  c 0  w11 1, t11 0*, t12 0
//:   line 17  c 0  w12 1, t12 0*, t13 0
//:   line 18  c 0  w13 1, t13 0*, t14 0
//:   line 19  c 0  w14 1, t14 0*, t15 0
//:   line 20  c 0  w15 1, t15 0*, t16 0
//:   line 21  c 0  w16 1, t16 0*
//:   line 22  c 1  w1 0*
//:   line 23  c 1  w1 0, w2 0*
//:   line 24  c 1  w2 0, w3 0*
//:   line 25  c 1  w3 0, w4 0*
//:   line 26  c 1  w4 0, w5 0*
//:   line 27  c 1  w5 0, w6 0*
//:   line 28  c 1  w6 0, w7 0*
//:   line 29  c 1  w7 0, w8 0*
//:   line 30  c 1  w8 0, w9 0*
//:   line 31  c 1  w9 0, w10 0*
//:   line 32  c 1  w10 0, w11 0*
//:   line 33  c 1  w11 0, w12 0*
//:   line 34  c 1  w12 0, w13 0*
//:   line 35  c 1  w13 0, w14 0*
//:   line 36  c 1  w14 0, w15 0*
//:   line 37  c 1  w15 0, w16 0*
//:   d  w1 1, w2 1, w3 1, w4 1, w5 1, w6 1, w7 1, w8 1, w9 1, w10 1, w11 1, w12 1, w13 1, w14 1, w15 1,
//:      w16 1, t1 0, t2 0, t3 0, t4 0, t5 0, t6 0, t7 0, t8 0, t9 0, t10 0, t11 0, t12 0, t13 0, t14 0,
//:      t15 0, t16 0
//:
//: Blocks, in order of evaluation
//:   1     w1, linear, differentiated once more for later blocks
//:         line 22: w1 = sin(time)
//:   2     w2, linear, differentiated once more for later blocks
//:         line 23: w2 = w1
//:   3     w3, linear, differentiated once more for later blocks
//:         line 24: w3 = w2
//:   4     w4, linear, differentiated once more for later blocks
//:         line 25: w4 = w3
//:   5     w5, linear, differentiated once more for later blocks
//:         line 26: w5 = w4
//:   6     w6, linear, differentiated once more for later blocks
//:         line 27: w6 = w5
//:   7     w7, linear, differentiated once more for later blocks
//:         line 28: w7 = w6
//:   8     w8, linear, differentiated once more for later blocks
//:         line 29: w8 = w7
//:   9     w9, linear, differentiated once more for later blocks
//:         line 30: w9 = w8
//:   10    w10, linear, differentiated once more for later blocks
//:         line 31: w10 = w9
//:   11    w11, linear, differentiated once more for later blocks
//:         line 32: w11 = w10
//:   12    w12, linear, differentiated once more for later blocks
//:         line 33: w12 = w11
//:   13    w13, linear, differentiated once more for later blocks
//:         line 34: w13 = w12
//:   14    w14, linear, differentiated once more for later blocks
//:         line 35: w14 = w13
//:   15    w15, linear, differentiated once more for later blocks
//:         line 36: w15 = w14
//:   16    w16, linear, differentiated once more for later blocks
//:         line 37: w16 = w15
//:   17    t16, linear
//:         line 21: der(w16) = t16
//:   18    t15, linear
//:         line 20: der(w15) = t15 - t16
//:   19    t14, linear
//:         line 19: der(w14) = t14 - t15
//:   20    t13, linear
//:         line 18: der(w13) = t13 - t14
//:   21    t12, linear
//:         line 17: der(w12) = t12 - t13
//:   22    t11, linear
//:         line 16: der(w11) = t11 - t12
//:   23    t10, linear
//:         line 15: der(w10) = t10 - t11
//:   24    t9, linear
//:         line 14: der(w9) = t9 - t10
//:   25    t8, linear
//:         line 13: der(w8) = t8 - t9
//:   26    t7, linear
//:         line 12: der(w7) = t7 - t8
//:   27    t6, linear
//:         line 11: der(w6) = t6 - t7
//:   28    t5, linear
//:         line 10: der(w5) = t5 - t6
//:   29    t4, linear
//:         line 9: der(w4) = t4 - t5
//:   30    t3, linear
//:         line 8: der(w3) = t3 - t4
//:   31    t2, linear
//:         line 7: der(w2) = t2 - t3
//:   32    t1, linear
//:         line 6: der(w1) = t1 - t2
//:
//: Latent equations: what the text implies without saying it
//:   line 22: w1 = sin(time)  differentiated once
//:   line 23: w2 = w1  differentiated once
//:   line 24: w3 = w2  differentiated once
//:   line 25: w4 = w3  differentiated once
//:   line 26: w5 = w4  differentiated once
//:   line 27: w6 = w5  differentiated once
//:   line 28: w7 = w6  differentiated once
//:   line 29: w8 = w7  differentiated once
//:   line 30: w9 = w8  differentiated once
//:   line 31: w10 = w9  differentiated once
//:   line 32: w11 = w10  differentiated once
//:   line 33: w12 = w11  differentiated once
//:   line 34: w13 = w12  differentiated once
//:   line 35: w14 = w13  differentiated once
//:   line 36: w15 = w14  differentiated once
//:   line 37: w16 = w15  differentiated once
//:
//: State           w1, w2, w3, w4, w5, w6, w7, w8, w9, w10, w11, w12, w13, w14, w15, w16
//: Leading values  der(w1), der(w2), der(w3), der(w4), der(w5), der(w6), der(w7), der(w8), der(w9),
//:                 der(w10), der(w11), der(w12), der(w13), der(w14), der(w15), der(w16), t1, t2, t3,
//:                 t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15, t16
//: Start values    none
