//: $ saltus graph
// An event that keeps the mode is a transition to itself.
model BouncingBall
  parameter Real e = 0.8, g = 9.81;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -g;
  when x <= 0 then
    reinit(v, -e*pre(v));
  end when;
end BouncingBall;

//: BouncingBall: 2 equations, 2 variables, 0 guards, 1 mode, 3 nodes
//:
//: Equations; • is the next instant, der(x) = (x• - x)/∂
//:   e1  line 7  der(x) = v
//:   e2  line 8  der(v) = -g
//:
//: The only mode: index 0, 2 degrees of freedom
//:   known: x, v; Δ = {}
//:     Solve           e1 for x•
//:     Solve           e2 for v•
//:     Tick            Δ = {}
//:
//: In the only mode, when x <= 0: v := -e*pre(v): the state jumps
//:   jump              v
