//: $ saltus check
model Start
  Real x(start = 1, start = 2);
equation
  der(x) = -x;
end Start;

//: error[N0225]: the attribute `start` is given twice
//:  --> fail_duplicate_attribute.mo:3:21
//:   |
//: 3 |   Real x(start = 1, start = 2);
//:   |                  -  ^^^^^^^^^ given again
//:   |                  |
//:   |                  first given here
