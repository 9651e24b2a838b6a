//: $ saltus graph --format json
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;

//: {
//:   "ok": true,
//:   "exit_code": 0,
//:   "model": "Decay",
//:   "parts": [
//:     {
//:       "rejected": false,
//:       "equations": [
//:         {
//:           "name": "e1",
//:           "text": "der(x) = -x",
//:           "line": 5
//:         }
//:       ],
//:       "modes": [
//:         {
//:           "name": "every mode",
//:           "equations": [
//:             "e1"
//:           ],
//:           "singular": false,
//:           "lasts_one_instant": false,
//:           "index": 0,
//:           "degrees_of_freedom": 1,
//:           "run": 0
//:         }
//:       ],
//:       "changes": [],
//:       "self_transitions": [],
//:       "runs": [
//:         {
//:           "mode": 0,
//:           "kind": "continuous",
//:           "from": 0,
//:           "to": 0,
//:           "steps": [
//:             0,
//:             1
//:           ]
//:         }
//:       ],
//:       "endless": [],
//:       "nodes": [
//:         {
//:           "status": {
//:             "guards": {},
//:             "variables": {
//:               "x": "T",
//:               "x•": "U"
//:             },
//:             "equations": {
//:               "e1": "U"
//:             }
//:           },
//:           "context": [],
//:           "begins_instant": true
//:         },
//:         {
//:           "status": {
//:             "guards": {},
//:             "variables": {
//:               "x": "T",
//:               "x•": "T"
//:             },
//:             "equations": {
//:               "e1": "T"
//:             }
//:           },
//:           "context": [],
//:           "begins_instant": false
//:         }
//:       ],
//:       "micro_steps": [
//:         {
//:           "kind": "solve",
//:           "from": 0,
//:           "to": 1,
//:           "text": "e1 for x•",
//:           "colour": "blue",
//:           "equations": [
//:             {
//:               "equation": "e1",
//:               "shift": 0
//:             }
//:           ],
//:           "variables": [
//:             {
//:               "variable": "x",
//:               "shift": 1
//:             }
//:           ]
//:         },
//:         {
//:           "kind": "tick",
//:           "from": 1,
//:           "to": 0,
//:           "text": "Tick",
//:           "colour": "blue"
//:         }
//:       ]
//:     }
//:   ],
//:   "diagnostics": []
//: }
