//: $ saltus graph
// A new state keeps its left limit.
model BecomesState
  Real b;
equation
  if time < 3 then
    b = time^2;
  else
    der(b) = -1;
  end if;
end BecomesState;

//: BecomesState: 2 equations, 1 variable, 1 guard, 2 modes, 10 nodes
//:
//: Equations; • is the next instant, der(x) = (x• - x)/∂
//:   e1  line 7  b = time^2   if time < 3
//:   e2  line 9  der(b) = -1   if time >= 3
//:
//: Mode `time >= 3`: index 0, 1 degree of freedom
//:   known: b; Δ = {}
//:     Guard           time >= 3
//:     Solve           e2 for b•
//:     Tick            Δ = {}
//:
//: Mode `time < 3`: index 1, 0 degrees of freedom
//:   known: nothing; Δ = {}
//:     Guard           time < 3
//:     Solve           e1 for b
//:     Tick            Δ = {}
//:
//: From `time >= 3` to `time < 3`: continuous
//:   follow the mode   b
//:   instant 1, known: b; Δ = {}
//:     Guard           time < 3
//:     Forward shift   FS(e1)
//:     Solve           e1• for b•
//:     Tick            Δ = {}
//:
//: From `time < 3` to `time >= 3`: continuous
//:   left limit kept   b
//:   instant 1, known: nothing; Δ = {}
//:     Guard           time >= 3
//:     Left limit      b
//:     Solve           e2 for b•
//:     Tick            Δ = {}
