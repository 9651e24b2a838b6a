//: $ saltus check
model DerWithRespectToTime
  Real x(start = 1, fixed = true);
equation
  der(x, time) = -x;
end DerWithRespectToTime;

//: error[N0206]: `der` takes 1 argument, found 2
//:  --> fail_der_with_respect_to_time.mo:5:3
//:   |
//: 5 |   der(x, time) = -x;
//:   |   ^^^^^^^^^^^^
//:   = help: write `der(x)`
