//: $ saltus check
model TimeAsFunction
  Real x, y;
equation
  x(time) = sin(time);
  y = 1;
end TimeAsFunction;

//: error[N0205]: unknown function `x`
//:  --> fail_time_as_function.mo:5:3
//:   |
//: 5 |   x(time) = sin(time);
//:   |   ^^^^^^^
//:   = `x` is a variable
//:   = help: write `x`: its value at `time` is meant everywhere
