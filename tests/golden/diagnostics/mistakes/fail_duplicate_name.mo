//: $ saltus check
model DuplicateName
  Real x;
  Real x;
equation
  x = time;
end DuplicateName;

//: error[N0203]: `x` is declared twice
//:  --> fail_duplicate_name.mo:4:8
//:   |
//: 3 |   Real x;
//:   |        - first declared here
//: 4 |   Real x;
//:   |        ^ declared again
