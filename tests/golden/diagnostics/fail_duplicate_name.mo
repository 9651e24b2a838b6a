//: $ saltus check
model Twice
  parameter Real mass = 1;
  Real x(start = 1);
  Real mass;
equation
  der(x) = -x/mass;
  mass = 2;
end Twice;

//: error[N0203]: `mass` is declared twice
//:  --> fail_duplicate_name.mo:5:8
//:   |
//: 3 |   parameter Real mass = 1;
//:   |                  ---- first declared here
//: 4 |   Real x(start = 1);
//: 5 |   Real mass;
//:   |        ^^^^ declared again
