//: $ saltus check
model Pi
  Real x;
equation
  x = sin(2*pi*time);
end Pi;

//: error[N0201]: unknown name `pi`
//:  --> fail_pi.mo:5:13
//:   |
//: 5 |   x = sin(2*pi*time);
//:   |             ^^ not declared in this model
//:   = help: declare `constant Real pi = 3.141592653589793`
