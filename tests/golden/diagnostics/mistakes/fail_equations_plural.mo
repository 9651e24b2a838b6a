//: $ saltus check
model EquationsPlural
  Real x;
equations
  x = time;
end EquationsPlural;

//: error[P0201]: `equations` is not a keyword
//:  --> fail_equations_plural.mo:4:1
//:   |
//: 4 | equations
//:   | ^^^^^^^^^
//:   = help: write `equation`
