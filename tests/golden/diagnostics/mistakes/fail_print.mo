//: $ saltus check
model Print
  Real x;
equation
  x = time;
  print(x);
end Print;

//: error[N0205]: unknown function `print`
//:  --> fail_print.mo:6:3
//:   |
//: 6 |   print(x);
//:   |   ^^^^^^^^
//:   = help: functions cannot be defined yet: write the expression itself
