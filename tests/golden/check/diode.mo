//: $ saltus check
model Rectifier
  parameter Real R = 10, C = 1e-3, Ri = 0.1;
  Real u0 = sin(100*time), u, v, i, s;
equation
  v = u0 - u - Ri*i;
  i = if s > 0 then s else 0;
  v = if s > 0 then 0 else s;
  C*der(u) = i - u/R;
end Rectifier;

//: Rectifier: 5 unknowns, 1 guard, 2 modes: ok
//:          modes   index   degrees of freedom
//:              2       1                    1
