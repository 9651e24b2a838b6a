//: $ saltus check
// Several faults in one run, in the order of the text, each once.
model Several
  parameter Real a = 2*b, b = a;
  Real x(start = "one"), y;
  Real x;
equation
  der(x) = -k*x + k;
  y = sin(x, 2) + true;
  if y then
    x = 1;
  end if;
end Several;

//: error[N0213]: the values of `a` and `b` depend on each other
//:  --> fail_several_faults.mo:4:18
//:   |
//: 4 |   parameter Real a = 2*b, b = a;
//:   |                  ^        - needs `a`
//:   |                  |
//:   |                  needs `b`
//:   = the cycle is a -> b -> a
//:
//: error[N0210]: the attribute `start` of `x` needs a value of type Real, found String
//:  --> fail_several_faults.mo:5:18
//:   |
//: 5 |   Real x(start = "one"), y;
//:   |                  ^^^^^ of type String
//:
//: error[N0203]: `x` is declared twice
//:  --> fail_several_faults.mo:6:8
//:   |
//: 5 |   Real x(start = "one"), y;
//:   |        - first declared here
//: 6 |   Real x;
//:   |        ^ declared again
//:
//: error[N0201]: unknown name `k`
//:  --> fail_several_faults.mo:8:13
//:   |
//: 8 |   der(x) = -k*x + k;
//:   |             ^ not declared in this model
//:   = help: declare it: `Real k;` or `parameter Real k = …;`
//:
//: error[N0206]: `sin` takes 1 argument, found 2
//:  --> fail_several_faults.mo:9:7
//:   |
//: 9 |   y = sin(x, 2) + true;
//:   |       ^^^^^^^^^
//:   = help: it is called as `sin(u)`
//:
//: error[N0208]: the condition of `if` is a Real, not a Boolean
//:   --> fail_several_faults.mo:10:6
//:    |
//: 10 |   if y then
//:    |      ^ this is a Real
//:    = help: compare it with something, as in `x > 0`
//:
//: error: 6 errors
