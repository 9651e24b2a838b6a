//: $ saltus simulate --quiet --stop 2
//: exit 3
model Inf
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -1;
  der(y) = 1;
  when x <= 0 then
    reinit(y, 1/x);
  end when;
end Inf;

//: error[X0612]: the value that `reinit` gives to `y` at t = 1 is not finite
//:  --> fail_reinit_to_infinity.mo:9:5
//:   |
//: 9 |     reinit(y, 1/x);
//:   |     ^^^^^^^^^^^^^^ fired here
//:   = help: look for a division by zero, a root or logarithm of a negative number, or an overflow
