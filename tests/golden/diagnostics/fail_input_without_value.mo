//: $ saltus simulate --quiet --stop 1
model Driven
  input Real u;
  Real x(start = 1);
equation
  der(x) = u - x;
end Driven;

//: error[M0405]: nothing gives the input `u` a value
//:  --> fail_input_without_value.mo:3:14
//:   |
//: 3 |   input Real u;
//:   |              ^
//:   = help: give it one: `--input u=3`, `--input u='sin(time)'`, `--input u=table.csv`, or `start` in its declaration
