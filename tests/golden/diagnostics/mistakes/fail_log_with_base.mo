//: $ saltus check
model LogWithBase
  Real x;
equation
  x = log(time + 1, 10);
end LogWithBase;

//: error[N0206]: `log` takes 1 argument, found 2
//:  --> fail_log_with_base.mo:5:7
//:   |
//: 5 |   x = log(time + 1, 10);
//:   |       ^^^^^^^^^^^^^^^^^
//:   = help: write `log(time + 1)/log(10)`
