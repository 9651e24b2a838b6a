//: $ saltus check
model WhenOfReal
  Real x(start = 1, fixed = true);
  Integer n(start = 0);
equation
  der(x) = -x;
  when x then
    n = pre(n) + 1;
  end when;
end WhenOfReal;

//: error[N0208]: the condition of `when` is a Real, not a Boolean
//:  --> fail_when_of_real.mo:7:8
//:   |
//: 7 |   when x then
//:   |        ^ this is a Real
//:   = help: compare it with something, as in `x > 0`
