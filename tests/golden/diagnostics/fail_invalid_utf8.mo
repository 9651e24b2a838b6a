//: $ saltus check
model M
  Real x "Größe";
equation
  x = 1;
end M;

//: error[P0102]: the byte 0xF6 is not part of valid UTF-8
//:  --> fail_invalid_utf8.mo:3:13
//:   |
//: 3 |   Real x "Grï¿½ï¿½e";
//:   |             ^
//:   = help: save the file with the encoding UTF-8
