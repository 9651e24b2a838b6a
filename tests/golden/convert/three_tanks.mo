//: $ saltus convert --to imti
model ThreeTank "Three heated tanks share one inlet, each with a two-point controller"
  parameter Real c = 4200 "heat capacity of water";
  parameter Real m = 5 "mass in each tank";
  parameter Real alpha1 = 125 "heat transfer between two tanks";
  parameter Real alpha2 = 125 "heat transfer to the surroundings";
  parameter Real gamma = 2*alpha1 + alpha2;
  parameter Real f_v = 0.09 "inlet flow";
  Real x1(start = 37, fixed = true) "temperatures";
  Real x2(start = 30, fixed = true);
  Real x3(start = 40, fixed = true);
  input Real u1 = 0 "of the surroundings";
  input Real u2 = 80 "of the inlet";
  input Real u3 = 30 "bounds of the first tank";
  input Real u4 = 40;
  input Real u5 = 25 "of the second";
  input Real u6 = 35;
  input Real u7 = 35 "of the third";
  input Real u8 = 45;
  Real y1 "number of tanks that share the flow, at least 1";
  Integer z1(min = 0, max = 1) "valve of the first tank";
  Integer z2(min = 0, max = 1, start = 1);
  Integer z3(min = 0, max = 1) "of the second";
  Integer z4(min = 0, max = 1, start = 1);
  Integer z5(min = 0, max = 1) "of the third";
  Integer z6(min = 0, max = 1, start = 1);
equation
  (c*m*der(x1) + gamma*x1 - alpha1*(x2 + x3) - alpha2*u1)*y1 + c*f_v*(x1 - u2)*z1 = 0;
  (c*m*der(x2) + gamma*x2 - alpha1*(x1 + x3) - alpha2*u1)*y1 + c*f_v*(x2 - u2)*z3 = 0;
  (c*m*der(x3) + gamma*x3 - alpha1*(x1 + x2) - alpha2*u1)*y1 + c*f_v*(x3 - u2)*z5 = 0;
  y1 - z1*z3 - z1*z5 - z3*z5 + z1*z3*z5 - 1 = 0;
  (u3 - x1)*(1 - z1 + z2) <= 0;
  (u5 - x2)*(1 - z3 + z4) <= 0;
  (u7 - x3)*(1 - z5 + z6) <= 0;
  (x1 - u4)*(1 - z2 + z1) <= 0;
  (x2 - u6)*(1 - z4 + z3) <= 0;
  (x3 - u8)*(1 - z6 + z5) <= 0;
  annotation(experiment(StopTime = 1000, Tolerance = 1e-10, Interval = 2));
end ThreeTank;

//: {
//:   "imti": 1,
//:   "name": "ThreeTank",
//:   "x": ["x1", "x2", "x3"],
//:   "u": ["u1", "u2", "u3", "u4", "u5", "u6", "u7", "u8"],
//:   "y": ["y1"],
//:   "z": ["z1", "z2", "z3", "z4", "z5", "z6"],
//:   "u_value": [0, 80, 30, 40, 25, 35, 35, 45],
//:   "start": {"x": [37, 30, 40], "z": [null, 1, null, 1, null, 1]},
//:   "experiment": {"stop_time": 1000, "tolerance": 1e-10, "interval": 2},
//:   "S": {"rows": 21, "columns": 43, "entries": [
//:     [1, 1, 1], [15, 1, 1],
//:     [4, 2, 1], [15, 2, 1],
//:     [5, 3, 1], [15, 3, 1],
//:     [6, 4, 1], [15, 4, 1],
//:     [7, 5, 1], [15, 5, 1],
//:     [4, 6, 1], [16, 6, 1],
//:     [8, 7, 1], [16, 7, 1],
//:     [2, 8, 1], [15, 8, 1],
//:     [5, 9, 1], [18, 9, 1],
//:     [8, 10, 1], [18, 10, 1],
//:     [3, 11, 1], [15, 11, 1],
//:     [6, 12, 1], [20, 12, 1],
//:     [8, 13, 1], [20, 13, 1],
//:     [15, 14, 1],
//:     [16, 15, 1], [18, 15, 1],
//:     [16, 16, 1], [20, 16, 1],
//:     [18, 17, 1], [20, 17, 1],
//:     [16, 18, 1], [18, 18, 1], [20, 18, 1],
//:     [9, 20, 1],
//:     [9, 21, 1], [16, 21, 1],
//:     [9, 22, 1], [17, 22, 1],
//:     [4, 23, 1],
//:     [4, 24, 1], [17, 24, 1],
//:     [11, 25, 1],
//:     [11, 26, 1], [18, 26, 1],
//:     [11, 27, 1], [19, 27, 1],
//:     [5, 28, 1],
//:     [5, 29, 1], [19, 29, 1],
//:     [13, 30, 1],
//:     [13, 31, 1], [20, 31, 1],
//:     [13, 32, 1], [21, 32, 1],
//:     [6, 33, 1],
//:     [6, 34, 1], [21, 34, 1],
//:     [10, 35, 1],
//:     [10, 36, 1], [17, 36, 1],
//:     [10, 37, 1], [16, 37, 1],
//:     [12, 38, 1],
//:     [12, 39, 1], [19, 39, 1],
//:     [12, 40, 1], [18, 40, 1],
//:     [14, 41, 1],
//:     [14, 42, 1], [21, 42, 1],
//:     [14, 43, 1], [20, 43, 1]
//:   ]},
//:   "Phi_f": {"rows": 4, "columns": 43, "entries": [
//:     [1, 1, 21000],
//:     [1, 2, 375], [2, 2, -125], [3, 2, -125],
//:     [1, 3, -125], [2, 3, 375], [3, 3, -125],
//:     [1, 4, -125], [2, 4, -125], [3, 4, 375],
//:     [1, 5, -125], [2, 5, -125], [3, 5, -125],
//:     [1, 6, 378],
//:     [1, 7, -378],
//:     [2, 8, 21000],
//:     [2, 9, 378],
//:     [2, 10, -378],
//:     [3, 11, 21000],
//:     [3, 12, 378],
//:     [3, 13, -378],
//:     [4, 14, 1],
//:     [4, 15, -1],
//:     [4, 16, -1],
//:     [4, 17, -1],
//:     [4, 18, 1],
//:     [4, 19, -1]
//:   ]},
//:   "Phi_g": {"rows": 6, "columns": 43, "entries": [
//:     [1, 6, 1], [4, 6, 1],
//:     [2, 9, 1], [5, 9, 1],
//:     [3, 12, 1], [6, 12, 1],
//:     [1, 20, 1],
//:     [1, 21, -1],
//:     [1, 22, 1],
//:     [1, 23, -1], [4, 23, 1],
//:     [1, 24, -1], [4, 24, -1],
//:     [2, 25, 1],
//:     [2, 26, -1],
//:     [2, 27, 1],
//:     [2, 28, -1], [5, 28, 1],
//:     [2, 29, -1], [5, 29, -1],
//:     [3, 30, 1],
//:     [3, 31, -1],
//:     [3, 32, 1],
//:     [3, 33, -1], [6, 33, 1],
//:     [3, 34, -1], [6, 34, -1],
//:     [4, 35, -1],
//:     [4, 36, 1],
//:     [4, 37, -1],
//:     [5, 38, -1],
//:     [5, 39, 1],
//:     [5, 40, -1],
//:     [6, 41, -1],
//:     [6, 42, 1],
//:     [6, 43, -1]
//:   ]}
//: }
