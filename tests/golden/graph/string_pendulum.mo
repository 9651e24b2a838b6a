//: $ saltus graph
// A constraint on positions: the string goes taut in two instants.
model StringPendulum
  parameter Real L = 1, g = 9.81;
  Real x(start = 0, fixed = true), y(start = -1);
  Real vx(start = 6.8, fixed = true), vy(start = 0);
  Real T(start = 1);
  Boolean taut(start = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -T*x;
  der(vy) = -T*y - g;
  taut = if pre(taut) then T > 0 else x^2 + y^2 >= L^2;
  if taut then
    x^2 + y^2 = L^2;
  else
    T = 0;
  end if;
end StringPendulum;

//: StringPendulum: 6 equations, 5 variables, 1 guard, 2 modes, 25 nodes
//:
//: Equations; • is the next instant, der(x) = (x• - x)/∂
//:   e1  line 10  der(x) = vx
//:   e2  line 11  der(y) = vy
//:   e3  line 12  der(vx) = -T*x
//:   e4  line 13  der(vy) = -T*y - g
//:   e5  line 16  x^2 + y^2 = L^2   if taut
//:   e6  line 18  T = 0   if not taut
//:
//: Mode `not taut`: index 1, 4 degrees of freedom
//:   known: x, y, vx, vy; Δ = {}
//:     Solve           e1 for x•
//:     Solve           e2 for y•
//:     Guard           assume not taut; it is checked afterwards
//:     Solve           e6 for T
//:     Solve           e3 for vx•
//:     Solve           e4 for vy•
//:     Tick            Δ = {}
//:
//: Mode `taut`: index 3, 2 degrees of freedom
//:   known: x, x•, y, y•, vx, vy; Δ = {e1, e2, e5, e5•}
//:     Redundant       Δ <- e1, e2
//:     Guard           assume taut; it is checked afterwards
//:     Redundant       Δ <- e5, e5•
//:     Latent          LE(e1•, e2•, e5••)
//:     Solve           e1• + e2• + e3 + e4 + e5•• for x••, y••, vx•, vy•, T
//:     Tick            Δ = {e1, e2, e5, e5•}
//:
//: From `not taut` to `taut`: impulsive
//:   impulsive         T (order 1)
//:   jump              der(x), der(y), vx, vy
//:   instant 1, known: x, y, vx, vy; Δ = {}
//:     Solve           e1 for x•
//:     Solve           e2 for y•
//:     Guard           assume taut; it is checked afterwards
//:     Forward shift   FS(e5)
//:     Forward shift   FS(e5•)
//:     Latent          LE(e1•, e2•)
//:     Solve           e1• + e2• + e3 + e4 + e5•• for x••, y••, vx•, vy•, T
//:     Tick            Δ = {e1, e2, e5•}
//:   instant 2, known: x, x•, y, y•, vx, vy; Δ = {e1, e2, e5•}
//:     Redundant       Δ <- e1, e2
//:     Guard           assume taut; it is checked afterwards
//:     Redundant       Δ <- e5•
//:     Forward shift   FS(e5)
//:     Latent          LE(e1•, e2•, e5••)
//:     Solve           e1• + e2• + e3 + e4 + e5•• for x••, y••, vx•, vy•, T
//:     Tick            Δ = {e1, e2, e5, e5•}
//:
//: From `taut` to `not taut`: continuous
//:   instant 1, known: x, x•, y, y•, vx, vy; Δ = {e1, e2, e5, e5•}
//:     Redundant       Δ <- e1, e2
//:     Guard           assume not taut; it is checked afterwards
//:     Solve           e6 for T
//:     Solve           e3 for vx•
//:     Solve           e4 for vy•
//:     Tick            Δ = {}
