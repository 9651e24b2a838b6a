//: $ saltus convert --to imti
model Terms
  parameter Real k = 2;
  Real x, y, v;
equation
  der(x) = k*x*y - x*x;
  der(y) = y/(1 + x) + sin(k);
  v + der(x)*exp(-v) = time;
end Terms;

//: error[L0721]: `x*x` is not multilinear: `x` is multiplied by itself
//:  --> fail_not_multilinear.mo:6:3
//:   |
//: 6 |   der(x) = k*x*y - x*x;
//:   |   ^^^^^^^^^^^^^^^^^^^^ in this line
//:
//: error[L0721]: `y/(1 + x)` is not multilinear: it divides by a signal
//:  --> fail_not_multilinear.mo:7:3
//:   |
//: 7 |   der(y) = y/(1 + x) + sin(k);
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ in this line
//:
//: error[L0721]: `exp(-v)` is not multilinear: exp of a signal is neither a sum nor a product
//:  --> fail_not_multilinear.mo:8:3
//:   |
//: 8 |   v + der(x)*exp(-v) = time;
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^ in this line
//:
//: error: 3 errors
