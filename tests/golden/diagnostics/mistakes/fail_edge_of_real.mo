//: $ saltus check
model EdgeOfReal
  Real x(start = 1, fixed = true);
  Integer n(start = 0);
equation
  der(x) = -x;
  when edge(x) then
    n = pre(n) + 1;
  end when;
end EdgeOfReal;

//: error[N0207]: `edge` needs a Boolean, found a Real
//:  --> fail_edge_of_real.mo:7:13
//:   |
//: 7 |   when edge(x) then
//:   |             ^ this is a Real
//:   = help: compare it with something, as in `x > 0`
