//: $ saltus check
model M
  Real x(start = 1, fixed = true);
  Integer z1(min = 0, max = 1), z2(min = 0, max = 1);
equation
  der(x) = 1 - z1 - z2;
  (x - 2)*(1 - 2*z1) <= 0;
end M;

//: error[F0309]: 1 inequality for 2 binary unknowns
//:  --> fail_inequality_count.mo:7:3
//:   |
//: 4 |   Integer z1(min = 0, max = 1), z2(min = 0, max = 1);
//:   |           --                    -- a binary unknown
//:   |           |
//:   |           a binary unknown
//: ...
//: 7 |   (x - 2)*(1 - 2*z1) <= 0;
//:   |   ^^^^^^^^^^^^^^^^^^^^^^^ an inequality
//:   = help: each binary unknown needs one more condition of the form `… <= 0`
