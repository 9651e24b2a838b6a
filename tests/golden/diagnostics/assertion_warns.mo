//: $ saltus simulate --stop 1 --quiet
model GettingHot
  Real T(start = 300, fixed = true);
equation
  der(T) = 10;
  assert(T < 305, "the bearing gets hot", AssertionLevel.warning);
end GettingHot;

//: warning[X0608]: from t = 0.5: the bearing gets hot
//:  --> assertion_warns.mo:6:3
//:   |
//: 6 |   assert(T < 305, "the bearing gets hot", AssertionLevel.warning);
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
