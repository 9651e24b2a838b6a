//: $ saltus graph
model Forgotten
  Real x(start = 1, fixed = true), y;
equation
  der(x) = y;
  if time < 1 then
    y = 1;
  end if;
end Forgotten;

//: Forgotten: 2 equations, 2 variables, 1 guard, 2 modes, 5 nodes
//:
//: Equations; • is the next instant, der(x) = (x• - x)/∂
//:   e1  line 5  der(x) = y
//:   e2  line 7  y = 1   if time < 1
//:
//: Mode `time < 1`: index 1, 1 degree of freedom
//:   known: x; Δ = {}
//:     Guard           time < 1
//:     Solve           e2 for y
//:     Solve           e1 for x•
//:     Tick            Δ = {}
//:
//: Mode `time >= 1`: rejected, nothing leads on
//:   known: x; Δ = {}
//:     Guard           time >= 1
//:     Fail            e1 left for x•, y
//:
//: From `time < 1` to `time >= 1`: under-determined
//:   instant 1, known: x; Δ = {}
//:     Guard           time >= 1
//: error[S0312]: too few equations for `x`, `y` where `time >= 1`
//:  --> fail_forgotten.mo:5:3
//:   |
//: 5 |   der(x) = y;
//:   |   ^^^^^^^^^^
//:   = equations left: 1, unknowns left: 2; no latent equation helps
//:   = `y = 1` is there only where `time < 1`
//:   = help: write an equation for `y` where `time >= 1`
