//: $ saltus check
model LessEqualSign
  Real x;
equation
  x = if time ≤ 1 then 0 else 1;
end LessEqualSign;

//: error[P0101]: `≤` is not an operator of Modelica
//:  --> fail_less_equal_sign.mo:5:15
//:   |
//: 5 |   x = if time ≤ 1 then 0 else 1;
//:   |               ^
//:   = help: write `<=`
