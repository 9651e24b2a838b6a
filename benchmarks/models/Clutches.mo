model Clutches "100 clutches that close and open by themselves: components that share nothing but the time"
  Real a0(start = 10, fixed = true), b0(start = 2, fixed = true), t0, u0;
  Real a1(start = 10.01, fixed = true), b1(start = 2, fixed = true), t1, u1;
  Real a2(start = 10.02, fixed = true), b2(start = 2, fixed = true), t2, u2;
  Real a3(start = 10.03, fixed = true), b3(start = 2, fixed = true), t3, u3;
  Real a4(start = 10.04, fixed = true), b4(start = 2, fixed = true), t4, u4;
  Real a5(start = 10.05, fixed = true), b5(start = 2, fixed = true), t5, u5;
  Real a6(start = 10.06, fixed = true), b6(start = 2, fixed = true), t6, u6;
  Real a7(start = 10.07, fixed = true), b7(start = 2, fixed = true), t7, u7;
  Real a8(start = 10.08, fixed = true), b8(start = 2, fixed = true), t8, u8;
  Real a9(start = 10.09, fixed = true), b9(start = 2, fixed = true), t9, u9;
  Real a10(start = 10.1, fixed = true), b10(start = 2, fixed = true), t10, u10;
  Real a11(start = 10.11, fixed = true), b11(start = 2, fixed = true), t11, u11;
  Real a12(start = 10.12, fixed = true), b12(start = 2, fixed = true), t12, u12;
  Real a13(start = 10.13, fixed = true), b13(start = 2, fixed = true), t13, u13;
  Real a14(start = 10.14, fixed = true), b14(start = 2, fixed = true), t14, u14;
  Real a15(start = 10.15, fixed = true), b15(start = 2, fixed = true), t15, u15;
  Real a16(start = 10.16, fixed = true), b16(start = 2, fixed = true), t16, u16;
  Real a17(start = 10.17, fixed = true), b17(start = 2, fixed = true), t17, u17;
  Real a18(start = 10.18, fixed = true), b18(start = 2, fixed = true), t18, u18;
  Real a19(start = 10.19, fixed = true), b19(start = 2, fixed = true), t19, u19;
  Real a20(start = 10.2, fixed = true), b20(start = 2, fixed = true), t20, u20;
  Real a21(start = 10.21, fixed = true), b21(start = 2, fixed = true), t21, u21;
  Real a22(start = 10.22, fixed = true), b22(start = 2, fixed = true), t22, u22;
  Real a23(start = 10.23, fixed = true), b23(start = 2, fixed = true), t23, u23;
  Real a24(start = 10.24, fixed = true), b24(start = 2, fixed = true), t24, u24;
  Real a25(start = 10.25, fixed = true), b25(start = 2, fixed = true), t25, u25;
  Real a26(start = 10.26, fixed = true), b26(start = 2, fixed = true), t26, u26;
  Real a27(start = 10.27, fixed = true), b27(start = 2, fixed = true), t27, u27;
  Real a28(start = 10.28, fixed = true), b28(start = 2, fixed = true), t28, u28;
  Real a29(start = 10.29, fixed = true), b29(start = 2, fixed = true), t29, u29;
  Real a30(start = 10.3, fixed = true), b30(start = 2, fixed = true), t30, u30;
  Real a31(start = 10.31, fixed = true), b31(start = 2, fixed = true), t31, u31;
  Real a32(start = 10.32, fixed = true), b32(start = 2, fixed = true), t32, u32;
  Real a33(start = 10.33, fixed = true), b33(start = 2, fixed = true), t33, u33;
  Real a34(start = 10.34, fixed = true), b34(start = 2, fixed = true), t34, u34;
  Real a35(start = 10.35, fixed = true), b35(start = 2, fixed = true), t35, u35;
  Real a36(start = 10.36, fixed = true), b36(start = 2, fixed = true), t36, u36;
  Real a37(start = 10.37, fixed = true), b37(start = 2, fixed = true), t37, u37;
  Real a38(start = 10.38, fixed = true), b38(start = 2, fixed = true), t38, u38;
  Real a39(start = 10.39, fixed = true), b39(start = 2, fixed = true), t39, u39;
  Real a40(start = 10.4, fixed = true), b40(start = 2, fixed = true), t40, u40;
  Real a41(start = 10.41, fixed = true), b41(start = 2, fixed = true), t41, u41;
  Real a42(start = 10.42, fixed = true), b42(start = 2, fixed = true), t42, u42;
  Real a43(start = 10.43, fixed = true), b43(start = 2, fixed = true), t43, u43;
  Real a44(start = 10.44, fixed = true), b44(start = 2, fixed = true), t44, u44;
  Real a45(start = 10.45, fixed = true), b45(start = 2, fixed = true), t45, u45;
  Real a46(start = 10.46, fixed = true), b46(start = 2, fixed = true), t46, u46;
  Real a47(start = 10.47, fixed = true), b47(start = 2, fixed = true), t47, u47;
  Real a48(start = 10.48, fixed = true), b48(start = 2, fixed = true), t48, u48;
  Real a49(start = 10.49, fixed = true), b49(start = 2, fixed = true), t49, u49;
  Real a50(start = 10.5, fixed = true), b50(start = 2, fixed = true), t50, u50;
  Real a51(start = 10.51, fixed = true), b51(start = 2, fixed = true), t51, u51;
  Real a52(start = 10.52, fixed = true), b52(start = 2, fixed = true), t52, u52;
  Real a53(start = 10.53, fixed = true), b53(start = 2, fixed = true), t53, u53;
  Real a54(start = 10.54, fixed = true), b54(start = 2, fixed = true), t54, u54;
  Real a55(start = 10.55, fixed = true), b55(start = 2, fixed = true), t55, u55;
  Real a56(start = 10.56, fixed = true), b56(start = 2, fixed = true), t56, u56;
  Real a57(start = 10.57, fixed = true), b57(start = 2, fixed = true), t57, u57;
  Real a58(start = 10.58, fixed = true), b58(start = 2, fixed = true), t58, u58;
  Real a59(start = 10.59, fixed = true), b59(start = 2, fixed = true), t59, u59;
  Real a60(start = 10.6, fixed = true), b60(start = 2, fixed = true), t60, u60;
  Real a61(start = 10.61, fixed = true), b61(start = 2, fixed = true), t61, u61;
  Real a62(start = 10.62, fixed = true), b62(start = 2, fixed = true), t62, u62;
  Real a63(start = 10.63, fixed = true), b63(start = 2, fixed = true), t63, u63;
  Real a64(start = 10.64, fixed = true), b64(start = 2, fixed = true), t64, u64;
  Real a65(start = 10.65, fixed = true), b65(start = 2, fixed = true), t65, u65;
  Real a66(start = 10.66, fixed = true), b66(start = 2, fixed = true), t66, u66;
  Real a67(start = 10.67, fixed = true), b67(start = 2, fixed = true), t67, u67;
  Real a68(start = 10.68, fixed = true), b68(start = 2, fixed = true), t68, u68;
  Real a69(start = 10.69, fixed = true), b69(start = 2, fixed = true), t69, u69;
  Real a70(start = 10.7, fixed = true), b70(start = 2, fixed = true), t70, u70;
  Real a71(start = 10.71, fixed = true), b71(start = 2, fixed = true), t71, u71;
  Real a72(start = 10.72, fixed = true), b72(start = 2, fixed = true), t72, u72;
  Real a73(start = 10.73, fixed = true), b73(start = 2, fixed = true), t73, u73;
  Real a74(start = 10.74, fixed = true), b74(start = 2, fixed = true), t74, u74;
  Real a75(start = 10.75, fixed = true), b75(start = 2, fixed = true), t75, u75;
  Real a76(start = 10.76, fixed = true), b76(start = 2, fixed = true), t76, u76;
  Real a77(start = 10.77, fixed = true), b77(start = 2, fixed = true), t77, u77;
  Real a78(start = 10.78, fixed = true), b78(start = 2, fixed = true), t78, u78;
  Real a79(start = 10.79, fixed = true), b79(start = 2, fixed = true), t79, u79;
  Real a80(start = 10.8, fixed = true), b80(start = 2, fixed = true), t80, u80;
  Real a81(start = 10.81, fixed = true), b81(start = 2, fixed = true), t81, u81;
  Real a82(start = 10.82, fixed = true), b82(start = 2, fixed = true), t82, u82;
  Real a83(start = 10.83, fixed = true), b83(start = 2, fixed = true), t83, u83;
  Real a84(start = 10.84, fixed = true), b84(start = 2, fixed = true), t84, u84;
  Real a85(start = 10.85, fixed = true), b85(start = 2, fixed = true), t85, u85;
  Real a86(start = 10.86, fixed = true), b86(start = 2, fixed = true), t86, u86;
  Real a87(start = 10.87, fixed = true), b87(start = 2, fixed = true), t87, u87;
  Real a88(start = 10.88, fixed = true), b88(start = 2, fixed = true), t88, u88;
  Real a89(start = 10.89, fixed = true), b89(start = 2, fixed = true), t89, u89;
  Real a90(start = 10.9, fixed = true), b90(start = 2, fixed = true), t90, u90;
  Real a91(start = 10.91, fixed = true), b91(start = 2, fixed = true), t91, u91;
  Real a92(start = 10.92, fixed = true), b92(start = 2, fixed = true), t92, u92;
  Real a93(start = 10.93, fixed = true), b93(start = 2, fixed = true), t93, u93;
  Real a94(start = 10.94, fixed = true), b94(start = 2, fixed = true), t94, u94;
  Real a95(start = 10.95, fixed = true), b95(start = 2, fixed = true), t95, u95;
  Real a96(start = 10.96, fixed = true), b96(start = 2, fixed = true), t96, u96;
  Real a97(start = 10.97, fixed = true), b97(start = 2, fixed = true), t97, u97;
  Real a98(start = 10.98, fixed = true), b98(start = 2, fixed = true), t98, u98;
  Real a99(start = 10.99, fixed = true), b99(start = 2, fixed = true), t99, u99;
equation
  der(a0) = -0.1*a0 + t0;
  der(b0) = 1 - 0.04*b0 + 0.5*u0;
  if cos(3*time) < 0 then
    a0 = b0;
    t0 + u0 = 0;
  else
    t0 = 0;
    u0 = 0;
  end if;
  der(a1) = -0.1*a1 + t1;
  der(b1) = 1 - 0.04*b1 + 0.5*u1;
  if cos(3.01*time) < 0 then
    a1 = b1;
    t1 + u1 = 0;
  else
    t1 = 0;
    u1 = 0;
  end if;
  der(a2) = -0.1*a2 + t2;
  der(b2) = 1 - 0.04*b2 + 0.5*u2;
  if cos(3.02*time) < 0 then
    a2 = b2;
    t2 + u2 = 0;
  else
    t2 = 0;
    u2 = 0;
  end if;
  der(a3) = -0.1*a3 + t3;
  der(b3) = 1 - 0.04*b3 + 0.5*u3;
  if cos(3.03*time) < 0 then
    a3 = b3;
    t3 + u3 = 0;
  else
    t3 = 0;
    u3 = 0;
  end if;
  der(a4) = -0.1*a4 + t4;
  der(b4) = 1 - 0.04*b4 + 0.5*u4;
  if cos(3.04*time) < 0 then
    a4 = b4;
    t4 + u4 = 0;
  else
    t4 = 0;
    u4 = 0;
  end if;
  der(a5) = -0.1*a5 + t5;
  der(b5) = 1 - 0.04*b5 + 0.5*u5;
  if cos(3.05*time) < 0 then
    a5 = b5;
    t5 + u5 = 0;
  else
    t5 = 0;
    u5 = 0;
  end if;
  der(a6) = -0.1*a6 + t6;
  der(b6) = 1 - 0.04*b6 + 0.5*u6;
  if cos(3.06*time) < 0 then
    a6 = b6;
    t6 + u6 = 0;
  else
    t6 = 0;
    u6 = 0;
  end if;
  der(a7) = -0.1*a7 + t7;
  der(b7) = 1 - 0.04*b7 + 0.5*u7;
  if cos(3.07*time) < 0 then
    a7 = b7;
    t7 + u7 = 0;
  else
    t7 = 0;
    u7 = 0;
  end if;
  der(a8) = -0.1*a8 + t8;
  der(b8) = 1 - 0.04*b8 + 0.5*u8;
  if cos(3.08*time) < 0 then
    a8 = b8;
    t8 + u8 = 0;
  else
    t8 = 0;
    u8 = 0;
  end if;
  der(a9) = -0.1*a9 + t9;
  der(b9) = 1 - 0.04*b9 + 0.5*u9;
  if cos(3.09*time) < 0 then
    a9 = b9;
    t9 + u9 = 0;
  else
    t9 = 0;
    u9 = 0;
  end if;
  der(a10) = -0.1*a10 + t10;
  der(b10) = 1 - 0.04*b10 + 0.5*u10;
  if cos(3.1*time) < 0 then
    a10 = b10;
    t10 + u10 = 0;
  else
    t10 = 0;
    u10 = 0;
  end if;
  der(a11) = -0.1*a11 + t11;
  der(b11) = 1 - 0.04*b11 + 0.5*u11;
  if cos(3.11*time) < 0 then
    a11 = b11;
    t11 + u11 = 0;
  else
    t11 = 0;
    u11 = 0;
  end if;
  der(a12) = -0.1*a12 + t12;
  der(b12) = 1 - 0.04*b12 + 0.5*u12;
  if cos(3.12*time) < 0 then
    a12 = b12;
    t12 + u12 = 0;
  else
    t12 = 0;
    u12 = 0;
  end if;
  der(a13) = -0.1*a13 + t13;
  der(b13) = 1 - 0.04*b13 + 0.5*u13;
  if cos(3.13*time) < 0 then
    a13 = b13;
    t13 + u13 = 0;
  else
    t13 = 0;
    u13 = 0;
  end if;
  der(a14) = -0.1*a14 + t14;
  der(b14) = 1 - 0.04*b14 + 0.5*u14;
  if cos(3.14*time) < 0 then
    a14 = b14;
    t14 + u14 = 0;
  else
    t14 = 0;
    u14 = 0;
  end if;
  der(a15) = -0.1*a15 + t15;
  der(b15) = 1 - 0.04*b15 + 0.5*u15;
  if cos(3.15*time) < 0 then
    a15 = b15;
    t15 + u15 = 0;
  else
    t15 = 0;
    u15 = 0;
  end if;
  der(a16) = -0.1*a16 + t16;
  der(b16) = 1 - 0.04*b16 + 0.5*u16;
  if cos(3.16*time) < 0 then
    a16 = b16;
    t16 + u16 = 0;
  else
    t16 = 0;
    u16 = 0;
  end if;
  der(a17) = -0.1*a17 + t17;
  der(b17) = 1 - 0.04*b17 + 0.5*u17;
  if cos(3.17*time) < 0 then
    a17 = b17;
    t17 + u17 = 0;
  else
    t17 = 0;
    u17 = 0;
  end if;
  der(a18) = -0.1*a18 + t18;
  der(b18) = 1 - 0.04*b18 + 0.5*u18;
  if cos(3.18*time) < 0 then
    a18 = b18;
    t18 + u18 = 0;
  else
    t18 = 0;
    u18 = 0;
  end if;
  der(a19) = -0.1*a19 + t19;
  der(b19) = 1 - 0.04*b19 + 0.5*u19;
  if cos(3.19*time) < 0 then
    a19 = b19;
    t19 + u19 = 0;
  else
    t19 = 0;
    u19 = 0;
  end if;
  der(a20) = -0.1*a20 + t20;
  der(b20) = 1 - 0.04*b20 + 0.5*u20;
  if cos(3.2*time) < 0 then
    a20 = b20;
    t20 + u20 = 0;
  else
    t20 = 0;
    u20 = 0;
  end if;
  der(a21) = -0.1*a21 + t21;
  der(b21) = 1 - 0.04*b21 + 0.5*u21;
  if cos(3.21*time) < 0 then
    a21 = b21;
    t21 + u21 = 0;
  else
    t21 = 0;
    u21 = 0;
  end if;
  der(a22) = -0.1*a22 + t22;
  der(b22) = 1 - 0.04*b22 + 0.5*u22;
  if cos(3.22*time) < 0 then
    a22 = b22;
    t22 + u22 = 0;
  else
    t22 = 0;
    u22 = 0;
  end if;
  der(a23) = -0.1*a23 + t23;
  der(b23) = 1 - 0.04*b23 + 0.5*u23;
  if cos(3.23*time) < 0 then
    a23 = b23;
    t23 + u23 = 0;
  else
    t23 = 0;
    u23 = 0;
  end if;
  der(a24) = -0.1*a24 + t24;
  der(b24) = 1 - 0.04*b24 + 0.5*u24;
  if cos(3.24*time) < 0 then
    a24 = b24;
    t24 + u24 = 0;
  else
    t24 = 0;
    u24 = 0;
  end if;
  der(a25) = -0.1*a25 + t25;
  der(b25) = 1 - 0.04*b25 + 0.5*u25;
  if cos(3.25*time) < 0 then
    a25 = b25;
    t25 + u25 = 0;
  else
    t25 = 0;
    u25 = 0;
  end if;
  der(a26) = -0.1*a26 + t26;
  der(b26) = 1 - 0.04*b26 + 0.5*u26;
  if cos(3.26*time) < 0 then
    a26 = b26;
    t26 + u26 = 0;
  else
    t26 = 0;
    u26 = 0;
  end if;
  der(a27) = -0.1*a27 + t27;
  der(b27) = 1 - 0.04*b27 + 0.5*u27;
  if cos(3.27*time) < 0 then
    a27 = b27;
    t27 + u27 = 0;
  else
    t27 = 0;
    u27 = 0;
  end if;
  der(a28) = -0.1*a28 + t28;
  der(b28) = 1 - 0.04*b28 + 0.5*u28;
  if cos(3.28*time) < 0 then
    a28 = b28;
    t28 + u28 = 0;
  else
    t28 = 0;
    u28 = 0;
  end if;
  der(a29) = -0.1*a29 + t29;
  der(b29) = 1 - 0.04*b29 + 0.5*u29;
  if cos(3.29*time) < 0 then
    a29 = b29;
    t29 + u29 = 0;
  else
    t29 = 0;
    u29 = 0;
  end if;
  der(a30) = -0.1*a30 + t30;
  der(b30) = 1 - 0.04*b30 + 0.5*u30;
  if cos(3.3*time) < 0 then
    a30 = b30;
    t30 + u30 = 0;
  else
    t30 = 0;
    u30 = 0;
  end if;
  der(a31) = -0.1*a31 + t31;
  der(b31) = 1 - 0.04*b31 + 0.5*u31;
  if cos(3.31*time) < 0 then
    a31 = b31;
    t31 + u31 = 0;
  else
    t31 = 0;
    u31 = 0;
  end if;
  der(a32) = -0.1*a32 + t32;
  der(b32) = 1 - 0.04*b32 + 0.5*u32;
  if cos(3.32*time) < 0 then
    a32 = b32;
    t32 + u32 = 0;
  else
    t32 = 0;
    u32 = 0;
  end if;
  der(a33) = -0.1*a33 + t33;
  der(b33) = 1 - 0.04*b33 + 0.5*u33;
  if cos(3.33*time) < 0 then
    a33 = b33;
    t33 + u33 = 0;
  else
    t33 = 0;
    u33 = 0;
  end if;
  der(a34) = -0.1*a34 + t34;
  der(b34) = 1 - 0.04*b34 + 0.5*u34;
  if cos(3.34*time) < 0 then
    a34 = b34;
    t34 + u34 = 0;
  else
    t34 = 0;
    u34 = 0;
  end if;
  der(a35) = -0.1*a35 + t35;
  der(b35) = 1 - 0.04*b35 + 0.5*u35;
  if cos(3.35*time) < 0 then
    a35 = b35;
    t35 + u35 = 0;
  else
    t35 = 0;
    u35 = 0;
  end if;
  der(a36) = -0.1*a36 + t36;
  der(b36) = 1 - 0.04*b36 + 0.5*u36;
  if cos(3.36*time) < 0 then
    a36 = b36;
    t36 + u36 = 0;
  else
    t36 = 0;
    u36 = 0;
  end if;
  der(a37) = -0.1*a37 + t37;
  der(b37) = 1 - 0.04*b37 + 0.5*u37;
  if cos(3.37*time) < 0 then
    a37 = b37;
    t37 + u37 = 0;
  else
    t37 = 0;
    u37 = 0;
  end if;
  der(a38) = -0.1*a38 + t38;
  der(b38) = 1 - 0.04*b38 + 0.5*u38;
  if cos(3.38*time) < 0 then
    a38 = b38;
    t38 + u38 = 0;
  else
    t38 = 0;
    u38 = 0;
  end if;
  der(a39) = -0.1*a39 + t39;
  der(b39) = 1 - 0.04*b39 + 0.5*u39;
  if cos(3.39*time) < 0 then
    a39 = b39;
    t39 + u39 = 0;
  else
    t39 = 0;
    u39 = 0;
  end if;
  der(a40) = -0.1*a40 + t40;
  der(b40) = 1 - 0.04*b40 + 0.5*u40;
  if cos(3.4*time) < 0 then
    a40 = b40;
    t40 + u40 = 0;
  else
    t40 = 0;
    u40 = 0;
  end if;
  der(a41) = -0.1*a41 + t41;
  der(b41) = 1 - 0.04*b41 + 0.5*u41;
  if cos(3.41*time) < 0 then
    a41 = b41;
    t41 + u41 = 0;
  else
    t41 = 0;
    u41 = 0;
  end if;
  der(a42) = -0.1*a42 + t42;
  der(b42) = 1 - 0.04*b42 + 0.5*u42;
  if cos(3.42*time) < 0 then
    a42 = b42;
    t42 + u42 = 0;
  else
    t42 = 0;
    u42 = 0;
  end if;
  der(a43) = -0.1*a43 + t43;
  der(b43) = 1 - 0.04*b43 + 0.5*u43;
  if cos(3.43*time) < 0 then
    a43 = b43;
    t43 + u43 = 0;
  else
    t43 = 0;
    u43 = 0;
  end if;
  der(a44) = -0.1*a44 + t44;
  der(b44) = 1 - 0.04*b44 + 0.5*u44;
  if cos(3.44*time) < 0 then
    a44 = b44;
    t44 + u44 = 0;
  else
    t44 = 0;
    u44 = 0;
  end if;
  der(a45) = -0.1*a45 + t45;
  der(b45) = 1 - 0.04*b45 + 0.5*u45;
  if cos(3.45*time) < 0 then
    a45 = b45;
    t45 + u45 = 0;
  else
    t45 = 0;
    u45 = 0;
  end if;
  der(a46) = -0.1*a46 + t46;
  der(b46) = 1 - 0.04*b46 + 0.5*u46;
  if cos(3.46*time) < 0 then
    a46 = b46;
    t46 + u46 = 0;
  else
    t46 = 0;
    u46 = 0;
  end if;
  der(a47) = -0.1*a47 + t47;
  der(b47) = 1 - 0.04*b47 + 0.5*u47;
  if cos(3.47*time) < 0 then
    a47 = b47;
    t47 + u47 = 0;
  else
    t47 = 0;
    u47 = 0;
  end if;
  der(a48) = -0.1*a48 + t48;
  der(b48) = 1 - 0.04*b48 + 0.5*u48;
  if cos(3.48*time) < 0 then
    a48 = b48;
    t48 + u48 = 0;
  else
    t48 = 0;
    u48 = 0;
  end if;
  der(a49) = -0.1*a49 + t49;
  der(b49) = 1 - 0.04*b49 + 0.5*u49;
  if cos(3.49*time) < 0 then
    a49 = b49;
    t49 + u49 = 0;
  else
    t49 = 0;
    u49 = 0;
  end if;
  der(a50) = -0.1*a50 + t50;
  der(b50) = 1 - 0.04*b50 + 0.5*u50;
  if cos(3.5*time) < 0 then
    a50 = b50;
    t50 + u50 = 0;
  else
    t50 = 0;
    u50 = 0;
  end if;
  der(a51) = -0.1*a51 + t51;
  der(b51) = 1 - 0.04*b51 + 0.5*u51;
  if cos(3.51*time) < 0 then
    a51 = b51;
    t51 + u51 = 0;
  else
    t51 = 0;
    u51 = 0;
  end if;
  der(a52) = -0.1*a52 + t52;
  der(b52) = 1 - 0.04*b52 + 0.5*u52;
  if cos(3.52*time) < 0 then
    a52 = b52;
    t52 + u52 = 0;
  else
    t52 = 0;
    u52 = 0;
  end if;
  der(a53) = -0.1*a53 + t53;
  der(b53) = 1 - 0.04*b53 + 0.5*u53;
  if cos(3.53*time) < 0 then
    a53 = b53;
    t53 + u53 = 0;
  else
    t53 = 0;
    u53 = 0;
  end if;
  der(a54) = -0.1*a54 + t54;
  der(b54) = 1 - 0.04*b54 + 0.5*u54;
  if cos(3.54*time) < 0 then
    a54 = b54;
    t54 + u54 = 0;
  else
    t54 = 0;
    u54 = 0;
  end if;
  der(a55) = -0.1*a55 + t55;
  der(b55) = 1 - 0.04*b55 + 0.5*u55;
  if cos(3.55*time) < 0 then
    a55 = b55;
    t55 + u55 = 0;
  else
    t55 = 0;
    u55 = 0;
  end if;
  der(a56) = -0.1*a56 + t56;
  der(b56) = 1 - 0.04*b56 + 0.5*u56;
  if cos(3.56*time) < 0 then
    a56 = b56;
    t56 + u56 = 0;
  else
    t56 = 0;
    u56 = 0;
  end if;
  der(a57) = -0.1*a57 + t57;
  der(b57) = 1 - 0.04*b57 + 0.5*u57;
  if cos(3.57*time) < 0 then
    a57 = b57;
    t57 + u57 = 0;
  else
    t57 = 0;
    u57 = 0;
  end if;
  der(a58) = -0.1*a58 + t58;
  der(b58) = 1 - 0.04*b58 + 0.5*u58;
  if cos(3.58*time) < 0 then
    a58 = b58;
    t58 + u58 = 0;
  else
    t58 = 0;
    u58 = 0;
  end if;
  der(a59) = -0.1*a59 + t59;
  der(b59) = 1 - 0.04*b59 + 0.5*u59;
  if cos(3.59*time) < 0 then
    a59 = b59;
    t59 + u59 = 0;
  else
    t59 = 0;
    u59 = 0;
  end if;
  der(a60) = -0.1*a60 + t60;
  der(b60) = 1 - 0.04*b60 + 0.5*u60;
  if cos(3.6*time) < 0 then
    a60 = b60;
    t60 + u60 = 0;
  else
    t60 = 0;
    u60 = 0;
  end if;
  der(a61) = -0.1*a61 + t61;
  der(b61) = 1 - 0.04*b61 + 0.5*u61;
  if cos(3.61*time) < 0 then
    a61 = b61;
    t61 + u61 = 0;
  else
    t61 = 0;
    u61 = 0;
  end if;
  der(a62) = -0.1*a62 + t62;
  der(b62) = 1 - 0.04*b62 + 0.5*u62;
  if cos(3.62*time) < 0 then
    a62 = b62;
    t62 + u62 = 0;
  else
    t62 = 0;
    u62 = 0;
  end if;
  der(a63) = -0.1*a63 + t63;
  der(b63) = 1 - 0.04*b63 + 0.5*u63;
  if cos(3.63*time) < 0 then
    a63 = b63;
    t63 + u63 = 0;
  else
    t63 = 0;
    u63 = 0;
  end if;
  der(a64) = -0.1*a64 + t64;
  der(b64) = 1 - 0.04*b64 + 0.5*u64;
  if cos(3.64*time) < 0 then
    a64 = b64;
    t64 + u64 = 0;
  else
    t64 = 0;
    u64 = 0;
  end if;
  der(a65) = -0.1*a65 + t65;
  der(b65) = 1 - 0.04*b65 + 0.5*u65;
  if cos(3.65*time) < 0 then
    a65 = b65;
    t65 + u65 = 0;
  else
    t65 = 0;
    u65 = 0;
  end if;
  der(a66) = -0.1*a66 + t66;
  der(b66) = 1 - 0.04*b66 + 0.5*u66;
  if cos(3.66*time) < 0 then
    a66 = b66;
    t66 + u66 = 0;
  else
    t66 = 0;
    u66 = 0;
  end if;
  der(a67) = -0.1*a67 + t67;
  der(b67) = 1 - 0.04*b67 + 0.5*u67;
  if cos(3.67*time) < 0 then
    a67 = b67;
    t67 + u67 = 0;
  else
    t67 = 0;
    u67 = 0;
  end if;
  der(a68) = -0.1*a68 + t68;
  der(b68) = 1 - 0.04*b68 + 0.5*u68;
  if cos(3.68*time) < 0 then
    a68 = b68;
    t68 + u68 = 0;
  else
    t68 = 0;
    u68 = 0;
  end if;
  der(a69) = -0.1*a69 + t69;
  der(b69) = 1 - 0.04*b69 + 0.5*u69;
  if cos(3.69*time) < 0 then
    a69 = b69;
    t69 + u69 = 0;
  else
    t69 = 0;
    u69 = 0;
  end if;
  der(a70) = -0.1*a70 + t70;
  der(b70) = 1 - 0.04*b70 + 0.5*u70;
  if cos(3.7*time) < 0 then
    a70 = b70;
    t70 + u70 = 0;
  else
    t70 = 0;
    u70 = 0;
  end if;
  der(a71) = -0.1*a71 + t71;
  der(b71) = 1 - 0.04*b71 + 0.5*u71;
  if cos(3.71*time) < 0 then
    a71 = b71;
    t71 + u71 = 0;
  else
    t71 = 0;
    u71 = 0;
  end if;
  der(a72) = -0.1*a72 + t72;
  der(b72) = 1 - 0.04*b72 + 0.5*u72;
  if cos(3.72*time) < 0 then
    a72 = b72;
    t72 + u72 = 0;
  else
    t72 = 0;
    u72 = 0;
  end if;
  der(a73) = -0.1*a73 + t73;
  der(b73) = 1 - 0.04*b73 + 0.5*u73;
  if cos(3.73*time) < 0 then
    a73 = b73;
    t73 + u73 = 0;
  else
    t73 = 0;
    u73 = 0;
  end if;
  der(a74) = -0.1*a74 + t74;
  der(b74) = 1 - 0.04*b74 + 0.5*u74;
  if cos(3.74*time) < 0 then
    a74 = b74;
    t74 + u74 = 0;
  else
    t74 = 0;
    u74 = 0;
  end if;
  der(a75) = -0.1*a75 + t75;
  der(b75) = 1 - 0.04*b75 + 0.5*u75;
  if cos(3.75*time) < 0 then
    a75 = b75;
    t75 + u75 = 0;
  else
    t75 = 0;
    u75 = 0;
  end if;
  der(a76) = -0.1*a76 + t76;
  der(b76) = 1 - 0.04*b76 + 0.5*u76;
  if cos(3.76*time) < 0 then
    a76 = b76;
    t76 + u76 = 0;
  else
    t76 = 0;
    u76 = 0;
  end if;
  der(a77) = -0.1*a77 + t77;
  der(b77) = 1 - 0.04*b77 + 0.5*u77;
  if cos(3.77*time) < 0 then
    a77 = b77;
    t77 + u77 = 0;
  else
    t77 = 0;
    u77 = 0;
  end if;
  der(a78) = -0.1*a78 + t78;
  der(b78) = 1 - 0.04*b78 + 0.5*u78;
  if cos(3.78*time) < 0 then
    a78 = b78;
    t78 + u78 = 0;
  else
    t78 = 0;
    u78 = 0;
  end if;
  der(a79) = -0.1*a79 + t79;
  der(b79) = 1 - 0.04*b79 + 0.5*u79;
  if cos(3.79*time) < 0 then
    a79 = b79;
    t79 + u79 = 0;
  else
    t79 = 0;
    u79 = 0;
  end if;
  der(a80) = -0.1*a80 + t80;
  der(b80) = 1 - 0.04*b80 + 0.5*u80;
  if cos(3.8*time) < 0 then
    a80 = b80;
    t80 + u80 = 0;
  else
    t80 = 0;
    u80 = 0;
  end if;
  der(a81) = -0.1*a81 + t81;
  der(b81) = 1 - 0.04*b81 + 0.5*u81;
  if cos(3.81*time) < 0 then
    a81 = b81;
    t81 + u81 = 0;
  else
    t81 = 0;
    u81 = 0;
  end if;
  der(a82) = -0.1*a82 + t82;
  der(b82) = 1 - 0.04*b82 + 0.5*u82;
  if cos(3.82*time) < 0 then
    a82 = b82;
    t82 + u82 = 0;
  else
    t82 = 0;
    u82 = 0;
  end if;
  der(a83) = -0.1*a83 + t83;
  der(b83) = 1 - 0.04*b83 + 0.5*u83;
  if cos(3.83*time) < 0 then
    a83 = b83;
    t83 + u83 = 0;
  else
    t83 = 0;
    u83 = 0;
  end if;
  der(a84) = -0.1*a84 + t84;
  der(b84) = 1 - 0.04*b84 + 0.5*u84;
  if cos(3.84*time) < 0 then
    a84 = b84;
    t84 + u84 = 0;
  else
    t84 = 0;
    u84 = 0;
  end if;
  der(a85) = -0.1*a85 + t85;
  der(b85) = 1 - 0.04*b85 + 0.5*u85;
  if cos(3.85*time) < 0 then
    a85 = b85;
    t85 + u85 = 0;
  else
    t85 = 0;
    u85 = 0;
  end if;
  der(a86) = -0.1*a86 + t86;
  der(b86) = 1 - 0.04*b86 + 0.5*u86;
  if cos(3.86*time) < 0 then
    a86 = b86;
    t86 + u86 = 0;
  else
    t86 = 0;
    u86 = 0;
  end if;
  der(a87) = -0.1*a87 + t87;
  der(b87) = 1 - 0.04*b87 + 0.5*u87;
  if cos(3.87*time) < 0 then
    a87 = b87;
    t87 + u87 = 0;
  else
    t87 = 0;
    u87 = 0;
  end if;
  der(a88) = -0.1*a88 + t88;
  der(b88) = 1 - 0.04*b88 + 0.5*u88;
  if cos(3.88*time) < 0 then
    a88 = b88;
    t88 + u88 = 0;
  else
    t88 = 0;
    u88 = 0;
  end if;
  der(a89) = -0.1*a89 + t89;
  der(b89) = 1 - 0.04*b89 + 0.5*u89;
  if cos(3.89*time) < 0 then
    a89 = b89;
    t89 + u89 = 0;
  else
    t89 = 0;
    u89 = 0;
  end if;
  der(a90) = -0.1*a90 + t90;
  der(b90) = 1 - 0.04*b90 + 0.5*u90;
  if cos(3.9*time) < 0 then
    a90 = b90;
    t90 + u90 = 0;
  else
    t90 = 0;
    u90 = 0;
  end if;
  der(a91) = -0.1*a91 + t91;
  der(b91) = 1 - 0.04*b91 + 0.5*u91;
  if cos(3.91*time) < 0 then
    a91 = b91;
    t91 + u91 = 0;
  else
    t91 = 0;
    u91 = 0;
  end if;
  der(a92) = -0.1*a92 + t92;
  der(b92) = 1 - 0.04*b92 + 0.5*u92;
  if cos(3.92*time) < 0 then
    a92 = b92;
    t92 + u92 = 0;
  else
    t92 = 0;
    u92 = 0;
  end if;
  der(a93) = -0.1*a93 + t93;
  der(b93) = 1 - 0.04*b93 + 0.5*u93;
  if cos(3.93*time) < 0 then
    a93 = b93;
    t93 + u93 = 0;
  else
    t93 = 0;
    u93 = 0;
  end if;
  der(a94) = -0.1*a94 + t94;
  der(b94) = 1 - 0.04*b94 + 0.5*u94;
  if cos(3.94*time) < 0 then
    a94 = b94;
    t94 + u94 = 0;
  else
    t94 = 0;
    u94 = 0;
  end if;
  der(a95) = -0.1*a95 + t95;
  der(b95) = 1 - 0.04*b95 + 0.5*u95;
  if cos(3.95*time) < 0 then
    a95 = b95;
    t95 + u95 = 0;
  else
    t95 = 0;
    u95 = 0;
  end if;
  der(a96) = -0.1*a96 + t96;
  der(b96) = 1 - 0.04*b96 + 0.5*u96;
  if cos(3.96*time) < 0 then
    a96 = b96;
    t96 + u96 = 0;
  else
    t96 = 0;
    u96 = 0;
  end if;
  der(a97) = -0.1*a97 + t97;
  der(b97) = 1 - 0.04*b97 + 0.5*u97;
  if cos(3.97*time) < 0 then
    a97 = b97;
    t97 + u97 = 0;
  else
    t97 = 0;
    u97 = 0;
  end if;
  der(a98) = -0.1*a98 + t98;
  der(b98) = 1 - 0.04*b98 + 0.5*u98;
  if cos(3.98*time) < 0 then
    a98 = b98;
    t98 + u98 = 0;
  else
    t98 = 0;
    u98 = 0;
  end if;
  der(a99) = -0.1*a99 + t99;
  der(b99) = 1 - 0.04*b99 + 0.5*u99;
  if cos(3.99*time) < 0 then
    a99 = b99;
    t99 + u99 = 0;
  else
    t99 = 0;
    u99 = 0;
  end if;
  annotation(experiment(StopTime = 50, Interval = 0.1));
end Clutches;
