//: $ saltus check
model MaxOfThree
  Real x;
equation
  x = max(time, 1, 2);
end MaxOfThree;

//: error[N0206]: `max` takes 2 arguments, found 3
//:  --> fail_max_of_three.mo:5:7
//:   |
//: 5 |   x = max(time, 1, 2);
//:   |       ^^^^^^^^^^^^^^^
//:   = help: write `max(time, max(1, 2))`
