//: $ saltus check
model Ratio
  parameter Real a = 1, b = 0;
  parameter Real ratio = a/b + 1;
  Real x = ratio*time;
end Ratio;

//: error[F0304]: the value of the parameter `ratio` is not finite
//:  --> fail_value_not_finite.mo:4:26
//:   |
//: 4 |   parameter Real ratio = a/b + 1;
//:   |                          ^^^^^^^ infinite
//:   = `a/b` is infinite
