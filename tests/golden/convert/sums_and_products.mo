//: $ saltus convert --to imti
// A sum over one signal is a factor of its product; other products of sums are expanded.
model Valve
  parameter Real k = 0.5, area = 2;
  Real level(start = 3, fixed = true), outflow;
  input Real inflow = 1.5;
equation
  area*der(level) = inflow - outflow;
  outflow = k*(1 - 0.2*inflow)*level + (level - 1)*(inflow + 1)/4;
  annotation(experiment(StopTime = 5));
end Valve;

//: {
//:   "imti": 1,
//:   "name": "Valve",
//:   "x": ["level"],
//:   "u": ["inflow"],
//:   "y": ["outflow"],
//:   "u_value": [1.5],
//:   "start": {"x": [3]},
//:   "experiment": {"stop_time": 5},
//:   "S": {"rows": 4, "columns": 5, "entries": [
//:     [1, 1, 1],
//:     [3, 2, 1],
//:     [4, 3, 1],
//:     [2, 4, 1], [3, 4, -0.16666666666666669],
//:     [2, 5, -0.5], [3, 5, 0.5]
//:   ]},
//:   "Phi_f": {"rows": 2, "columns": 5, "entries": [
//:     [1, 1, 2],
//:     [1, 2, -1],
//:     [1, 3, 1], [2, 3, 1],
//:     [2, 4, -0.6],
//:     [2, 5, 1]
//:   ]}
//: }
