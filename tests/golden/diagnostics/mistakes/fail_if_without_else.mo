//: $ saltus check
model IfWithoutElse
  Real x;
equation
  x = if time > 1 then 2;
end IfWithoutElse;

//: error[P0201]: expected `else`, found `;`
//:  --> fail_if_without_else.mo:5:25
//:   |
//: 5 |   x = if time > 1 then 2;
//:   |                         ^
//:   = an `if` inside an expression needs a value for every case
//:   = help: write `if condition then a else b`
