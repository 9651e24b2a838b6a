//: $ saltus check
model AlgorithmSection
  Real x, y;
algorithm
  x := time;
  y := 2*x;
end AlgorithmSection;

//: error[P0303]: `algorithm` sections are not supported yet
//:  --> fail_algorithm_section.mo:4:1
//:   |
//: 4 | algorithm
//:   | ^^^^^^^^^
//:   = help: write equations, or a `when` that sets discrete variables
