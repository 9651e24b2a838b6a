//: $ saltus check
model M
  Real x(start = 1, fixed = true);
  Integer z(min = 0, max = 1);
equation
  der(x) = 1 - 2*z;
end M;

//: error[F0310]: nothing determines the binary unknown `z`
//:  --> fail_binary_without_inequality.mo:4:11
//:   |
//: 4 |   Integer z(min = 0, max = 1);
//:   |           ^
//:   = help: write an inequality that mentions it, of the form `… <= …;`
//:   = help: or give it an equation `z = …`, or set it in a `when`
