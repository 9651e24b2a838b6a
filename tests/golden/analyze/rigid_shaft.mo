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
