//: $ saltus graph --format dot
// S0, Figure 3.
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

//: digraph "Clutch" {
//:   rankdir=LR;
//:   node [shape=box, fontname="sans-serif", fontsize=10];
//:   edge [fontname="sans-serif", fontsize=10];
//:   n0_0 [label="w1, w2", style=bold];
//:   n0_1 [label="not engaged, w1, w2, not e3, not e4"];
//:   n0_2 [label="engaged, w1, w2, not e5, not e6"];
//:   n0_3 [label="engaged, w1, w2, not e3, not e5, not e6"];
//:   n0_4 [label="engaged, w1, w1•, w2, w2•, tau1, tau2, e1, e2, not e3, e3•, e4, not e5, not e6"];
//:   n0_5 [label="w1, w2\nΔ = {e3}", style=bold];
//:   n0_6 [label="engaged, w1, w2, not e5, not e6\nΔ = {e3}"];
//:   n0_7 [label="engaged, w1, w2, e3, not e5, not e6"];
//:   n0_8 [label="engaged, w1, w2, e3, not e5, not e6"];
//:   n0_9 [label="engaged, w1, w1•, w2, w2•, tau1, tau2, e1, e2, e3, e3•, e4, not e5, not e6"];
//:   n0_10 [label="not engaged, w1, w2, tau1, not e3, not e4, e5"];
//:   n0_11 [label="not engaged, w1, w1•, w2, tau1, e1, not e3, not e4, e5"];
//:   n0_12 [label="not engaged, w1, w1•, w2, tau1, tau2, e1, not e3, not e4, e5, e6"];
//:   n0_13 [label="not engaged, w1, w1•, w2, w2•, tau1, tau2, e1, e2, not e3, not e4, e5, e6"];
//:   n0_0 -> n0_1 [label="not engaged", color=blue, fontcolor=blue];
//:   n0_0 -> n0_2 [label="engaged", color=red, fontcolor=red];
//:   n0_2 -> n0_3 [label="FS(e3)", color=red, fontcolor=red];
//:   n0_3 -> n0_4 [label="e1 + e2 + e3• + e4 for w1•, w2•, tau1, tau2", color=red, fontcolor=red];
//:   n0_4 -> n0_5 [label="Tick", color=red, fontcolor=red];
//:   n0_5 -> n0_1 [label="not engaged", color=black, fontcolor=black];
//:   n0_5 -> n0_6 [label="engaged", color=blue, fontcolor=blue];
//:   n0_6 -> n0_7 [label="Δ <- e3", color=blue, fontcolor=blue];
//:   n0_7 -> n0_8 [label="LE(e3•)", color=blue, fontcolor=blue];
//:   n0_8 -> n0_9 [label="e1 + e2 + e3• + e4 for w1•, w2•, tau1, tau2", color=blue, fontcolor=blue];
//:   n0_9 -> n0_5 [label="Tick", color=blue, fontcolor=blue];
//:   n0_1 -> n0_10 [label="e5 for tau1", color=black, fontcolor=black];
//:   n0_10 -> n0_11 [label="e1 for w1•", color=black, fontcolor=black];
//:   n0_11 -> n0_12 [label="e6 for tau2", color=black, fontcolor=black];
//:   n0_12 -> n0_13 [label="e2 for w2•", color=black, fontcolor=black];
//:   n0_13 -> n0_0 [label="Tick", color=black, fontcolor=black];
//: }
