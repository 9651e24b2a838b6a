//: $ saltus check
model M
  parameter constant Real a = 1;
  input output Real u;
equation
  u = a;
end M;

//: error[P0211]: `constant` after another prefix of its kind
//:  --> fail_conflicting_prefixes.mo:3:13
//:   |
//: 3 |   parameter constant Real a = 1;
//:   |             ^^^^^^^^
//:   = help: keep one of `parameter`, `constant` and `discrete`
//:
//: error[P0211]: `output` after another prefix of its kind
//:  --> fail_conflicting_prefixes.mo:4:9
//:   |
//: 4 |   input output Real u;
//:   |         ^^^^^^
//:   = help: keep one of `input` and `output`
//:
//: error: 2 errors
