//: $ saltus check
model Delay
  Real x;
equation
  x = delay(time, 1);
end Delay;

//: error[N0205]: unknown function `delay`
//:  --> fail_delay.mo:5:7
//:   |
//: 5 |   x = delay(time, 1);
//:   |       ^^^^^^^^^^^^^^
//:   = help: delays are not supported yet
