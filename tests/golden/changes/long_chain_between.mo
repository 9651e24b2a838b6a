//: $ saltus explain changes --from c1
// Pairs of modes cannot be asked for where modes are not listed, and the output says so.
model Chain
  Real w0(start = 0), w1(start = 1), w2(start = 2), w3(start = 3), w4(start = 4), w5(start = 5), w6(start = 6), w7(start = 7), w8(start = 8), w9(start = 9), w10(start = 10), w11(start = 11), w12(start = 12), w13(start = 13), w14(start = 14);
  Real t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14;
  input Boolean c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14;
equation
  der(w0) = -w0 + t1;
  der(w1) = -t1 + t2;
  der(w2) = -t2 + t3;
  der(w3) = -t3 + t4;
  der(w4) = -t4 + t5;
  der(w5) = -t5 + t6;
  der(w6) = -t6 + t7;
  der(w7) = -t7 + t8;
  der(w8) = -t8 + t9;
  der(w9) = -t9 + t10;
  der(w10) = -t10 + t11;
  der(w11) = -t11 + t12;
  der(w12) = -t12 + t13;
  der(w13) = -t13 + t14;
  der(w14) = -t14;
  if c1 then w0 = w1; else t1 = 0; end if;
  if c2 then w1 = w2; else t2 = 0; end if;
  if c3 then w2 = w3; else t3 = 0; end if;
  if c4 then w3 = w4; else t4 = 0; end if;
  if c5 then w4 = w5; else t5 = 0; end if;
  if c6 then w5 = w6; else t6 = 0; end if;
  if c7 then w6 = w7; else t7 = 0; end if;
  if c8 then w7 = w8; else t8 = 0; end if;
  if c9 then w8 = w9; else t9 = 0; end if;
  if c10 then w9 = w10; else t10 = 0; end if;
  if c11 then w10 = w11; else t11 = 0; end if;
  if c12 then w11 = w12; else t12 = 0; end if;
  if c13 then w12 = w13; else t13 = 0; end if;
  if c14 then w13 = w14; else t14 = 0; end if;
end Chain;

//: Chain
//:
//: Part of `w0`, `w1`, `w2`, `w3`, …: 14 guards, 16384 modes
//: Changes of one guard, in every mode
//:   (--from and --to choose among modes that are listed; these are too many)
//:   `c1`, `c2`, `c3`, `c4`, `c5`, `c6` and 8 others become true
//:     impulsive (order 1)   always
//:   `c1`, `c2`, `c3`, `c4`, `c5`, `c6` and 8 others become false
//:     continuous            always
