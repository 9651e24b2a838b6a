//: $ saltus graph
// S0, Appendix B: three equations in two unknowns run through (25) to (27) and are rejected.
model Overdetermined
  Real x1, x2;
equation
  x1 + x2 = 1;
  x1*x2 = 2;
  x1 - x2^2 = 3;
end Overdetermined;

//: Overdetermined: 3 equations, 2 variables, 0 guards, 1 mode, 11 nodes
//:
//: Equations; • is the next instant, der(x) = (x• - x)/∂
//:   e1  line 6  x1 + x2 = 1
//:   e2  line 7  x1*x2 = 2
//:   e3  line 8  x1 - x2^2 = 3
//:
//: The only mode: rejected, 2 reset runs in a circle
//:   instant 1, known: nothing; Δ = {}
//:     Solve           e1 + e2 for x1, x2
//:     Forward shift   FS(e3)
//:     Latent          LE(e1•)
//:     Solve           e1• + e3• for x1•, x2•
//:     Tick            Δ = {e1, e3}
//:   instant 2, known: x1, x2; Δ = {e1, e3}
//:     Redundant       Δ <- e1, e3
//:     Forward shift   FS(e2)
//:     Latent          LE(e1•)
//:     Solve           e1• + e2• for x1•, x2•
//:     Tick            Δ = {e1, e2}
//:   instant 3, known: x1, x2; Δ = {e1, e2}
//:     Redundant       Δ <- e1, e2
//:     Forward shift   FS(e3)
//:     Latent          LE(e1•)
//:     Solve           e1• + e3• for x1•, x2•
//:     Tick            Δ = {e1, e3}
//:   and again from instant 2
//: error[S0311]: a reset never ends: its equations cannot all hold
//:  --> fail_appendix_b.mo:7:3
//:   |
//: 7 |   x1*x2 = 2;
//:   |   ^^^^^^^^^ deferred, since it contradicts the others
//: 8 |   x1 - x2^2 = 3;
//:   |   ------------- deferred in its turn
//:   = 2 instants follow each other in a circle, and no guard changes
//:   = help: one of these equations is too many: leave it out, or guard it
