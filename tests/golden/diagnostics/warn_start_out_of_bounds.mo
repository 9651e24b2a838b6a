//: $ saltus check
model Tank
  Real level(start = -1, min = 0);
equation
  der(level) = 1;
end Tank;

//: warning[F0306]: the start value -1 of `level` is out of its bounds
//:  --> warn_start_out_of_bounds.mo:3:22
//:   |
//: 3 |   Real level(start = -1, min = 0);
//:   |                      ^^
//:   = min = 0
//:
//: Tank: 1 equation, 1 unknown, index 0, 1 degree of freedom: ok
