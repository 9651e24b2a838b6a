//: $ saltus check
model M
  Real x "read from C:\data";
equation
  x = 1;
end M;

//: error[P0105]: this is not an escape of a string
//:  --> fail_unknown_escape.mo:3:23
//:   |
//: 3 |   Real x "read from C:\data";
//:   |                       ^^
//:   = help: a backslash is written `\\`; the escapes are `\'` `\"` `\?` `\\` `\a` `\b` `\f` `\n` `\r` `\t` `\v`
