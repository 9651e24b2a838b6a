//: $ saltus check
model NotFinite
  Real x = 1 + 2/(3 - 3);
  Real y = log(-1) + 1e400;
end NotFinite;

//: error[F0304]: this constant expression has no finite value
//:  --> fail_constant_not_finite.mo:3:16
//:   |
//: 3 |   Real x = 1 + 2/(3 - 3);
//:   |                ^^^^^^^^^ infinite
//:
//: error[F0304]: this constant expression has no finite value
//:  --> fail_constant_not_finite.mo:4:12
//:   |
//: 4 |   Real y = log(-1) + 1e400;
//:   |            ^^^^^^^ not a number
//:
//: error[F0304]: the number `1e400` is too large
//:  --> fail_constant_not_finite.mo:4:22
//:   |
//: 4 |   Real y = log(-1) + 1e400;
//:   |                      ^^^^^
//:   = the largest number is about 1.8e308
//:
//: error: 3 errors
