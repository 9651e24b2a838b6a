//: $ saltus check
model Hexadecimal
  Real x;
equation
  x = 0x1F*time;
end Hexadecimal;

//: error[P0106]: `0x1F` is not a number
//:  --> fail_hexadecimal.mo:5:7
//:   |
//: 5 |   x = 0x1F*time;
//:   |       ^^^^
//:   = help: numbers are written with decimal digits
