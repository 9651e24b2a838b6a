//: $ saltus check
model Bounds
  Real x(start = 1, min = 2, max = 0);
equation
  der(x) = -x;
end Bounds;

//: error[F0305]: no value of `x` is between min = 2 and max = 0
//:  --> fail_empty_bounds.mo:3:27
//:   |
//: 3 |   Real x(start = 1, min = 2, max = 0);
//:   |                           ^        - less than `min`
