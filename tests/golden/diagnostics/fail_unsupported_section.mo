//: $ saltus check
model M
  Real x;
algorithm
  x := 1;
end M;

//: error[P0303]: `algorithm` sections are not supported yet
//:  --> fail_unsupported_section.mo:4:1
//:   |
//: 4 | algorithm
//:   | ^^^^^^^^^
//:   = help: write equations, or a `when` that sets discrete variables
