//: $ saltus check
model AtanOfTwo
  Real x;
equation
  x = atan(time, 2);
end AtanOfTwo;

//: error[N0206]: `atan` takes 1 argument, found 2
//:  --> fail_atan_of_two.mo:5:7
//:   |
//: 5 |   x = atan(time, 2);
//:   |       ^^^^^^^^^^^^^
//:   = help: write `atan2(time, 2)`
