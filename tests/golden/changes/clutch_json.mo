//: $ saltus explain changes --json
model Clutch
  parameter Real a1 = -0.1, a2 = -0.2, b1 = 1, b2 = 2;
  Real w1(start = 10, fixed = true), w2(start = 2, fixed = true), tau1, tau2;
  Boolean engaged = time >= 5;
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

//: {
//:   "ok": true,
//:   "exit_code": 0,
//:   "model": "Clutch",
//:   "parts": [
//:     {
//:       "variables": [
//:         "w1",
//:         "w2",
//:         "tau1",
//:         "tau2"
//:       ],
//:       "copies": 1,
//:       "modes": [
//:         {
//:           "name": "not engaged",
//:           "first": true,
//:           "reachable": true,
//:           "singular": false,
//:           "lasts_one_instant": false
//:         },
//:         {
//:           "name": "engaged",
//:           "first": false,
//:           "reachable": true,
//:           "singular": false,
//:           "lasts_one_instant": false
//:         }
//:       ],
//:       "changes": [
//:         {
//:           "from": 0,
//:           "to": 1,
//:           "verdict": "impulsive",
//:           "reachable": true,
//:           "impulsive": [
//:             {
//:               "variable": "tau1",
//:               "order": 1
//:             },
//:             {
//:               "variable": "tau2",
//:               "order": 1
//:             }
//:           ],
//:           "jump": [
//:             "w1",
//:             "w2"
//:           ],
//:           "follow": [],
//:           "left_limits": [],
//:           "path_dependent_lines": [],
//:           "nonlinear_lines": []
//:         },
//:         {
//:           "from": 1,
//:           "to": 0,
//:           "verdict": "continuous",
//:           "reachable": true,
//:           "impulsive": [],
//:           "jump": [],
//:           "follow": [
//:             "tau1",
//:             "tau2"
//:           ],
//:           "left_limits": [],
//:           "path_dependent_lines": [],
//:           "nonlinear_lines": []
//:         }
//:       ],
//:       "events": []
//:     }
//:   ],
//:   "large_parts": [],
//:   "diagnostics": []
//: }
