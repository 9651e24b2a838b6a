//: $ saltus check
model Suffix
  Real x;
equation
  x = 1.5f*time;
end Suffix;

//: error[P0106]: `1.5f` is not a number
//:  --> fail_suffix.mo:5:7
//:   |
//: 5 |   x = 1.5f*time;
//:   |       ^^^^
//:   = help: write `1.5`; for a product `1.5*f`
