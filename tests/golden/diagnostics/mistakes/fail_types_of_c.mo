//: $ saltus check
model TypesOfC
  double x(start = 1, fixed = true);
  int n;
  float y;
  bool b;
equation
  der(x) = -x;
  n = 2;
  y = n;
  b = time > 1;
end TypesOfC;

//: error[N0204]: unknown type `double`
//:  --> fail_types_of_c.mo:3:3
//:   |
//: 3 |   double x(start = 1, fixed = true);
//:   |   ^^^^^^
//:   = help: write `Real`
//:
//: error[N0204]: unknown type `int`
//:  --> fail_types_of_c.mo:4:3
//:   |
//: 4 |   int n;
//:   |   ^^^
//:   = help: write `Integer`
//:
//: error[N0204]: unknown type `float`
//:  --> fail_types_of_c.mo:5:3
//:   |
//: 5 |   float y;
//:   |   ^^^^^
//:   = help: write `Real`
//:
//: error[N0204]: unknown type `bool`
//:  --> fail_types_of_c.mo:6:3
//:   |
//: 6 |   bool b;
//:   |   ^^^^
//:   = help: write `Boolean`
//:
//: error: 4 errors
