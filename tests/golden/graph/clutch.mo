//: $ saltus graph
// S0, system (2): Figure 3 and Execution Scheme 4.
model Clutch
  parameter Real a1 = -0.1, a2 = -0.2, b1 = 1, b2 = 2;
  Real w1(start = 10, fixed = true), w2(start = 2, fixed = true);
  Real tau1, tau2;
  Boolean engaged = time >= 5 and time < 10;
equation
  der(w1) = a1*w1 + b1*tau1;
  der(w2) = a2*w2 + b2*tau2;
  if engaged then
    w1 - w2 = 0;
    tau1 + tau2 = 0;
  else
    tau1 = 0;
    tau2 = 0;
  end if;
end Clutch;

//: Clutch: 6 equations, 4 variables, 1 guard, 2 modes, 14 nodes
//:
//: Equations; • is the next instant, der(x) = (x• - x)/∂
//:   e1  line 9   der(w1) = a1*w1 + b1*tau1
//:   e2  line 10  der(w2) = a2*w2 + b2*tau2
//:   e3  line 12  w1 - w2 = 0   if engaged
//:   e4  line 13  tau1 + tau2 = 0   if engaged
//:   e5  line 15  tau1 = 0   if not engaged
//:   e6  line 16  tau2 = 0   if not engaged
//:
//: Mode `not engaged`: index 1, 2 degrees of freedom
//:   known: w1, w2; Δ = {}
//:     Guard           not engaged
//:     Solve           e5 for tau1
//:     Solve           e1 for w1•
//:     Solve           e6 for tau2
//:     Solve           e2 for w2•
//:     Tick            Δ = {}
//:
//: Mode `engaged`: index 2, 1 degree of freedom
//:   known: w1, w2; Δ = {e3}
//:     Guard           engaged
//:     Redundant       Δ <- e3
//:     Latent          LE(e3•)
//:     Solve           e1 + e2 + e3• + e4 for w1•, w2•, tau1, tau2
//:     Tick            Δ = {e3}
//:
//: From `not engaged` to `engaged`: impulsive
//:   impulsive         tau1 (order 1), tau2 (order 1)
//:   jump              w1, w2
//:   instant 1, known: w1, w2; Δ = {}
//:     Guard           engaged
//:     Forward shift   FS(e3)
//:     Solve           e1 + e2 + e3• + e4 for w1•, w2•, tau1, tau2
//:     Tick            Δ = {e3}
//:
//: From `engaged` to `not engaged`: continuous
//:   follow the mode   tau1, tau2
//:   instant 1, known: w1, w2; Δ = {e3}
//:     Guard           not engaged
//:     Solve           e5 for tau1
//:     Solve           e1 for w1•
//:     Solve           e6 for tau2
//:     Solve           e2 for w2•
//:     Tick            Δ = {}
