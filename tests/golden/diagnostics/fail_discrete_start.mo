//: $ saltus simulate --quiet --stop 1
model Sampler
  Real x(start = 1, fixed = true);
  discrete Real held;
initial equation
  pre(held) = x;
equation
  der(x) = -x;
  when sample(0.1, 0.1) then
    held = x;
  end when;
end Sampler;

//: error[M0412]: the start value of a discrete variable is not known before the run
//:  --> fail_discrete_start.mo:6:3
//:   |
//: 6 |   pre(held) = x;
//:   |   ^^^^^^^^^^^^^
//:   = help: only parameters and constants may occur in it: `n = 3`, `pre(n) = 2*p`
