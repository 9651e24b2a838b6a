//: $ saltus check --json
model Clutch
  parameter Real J1 = 1, J2 = 2;
  Real w1(start = 10), w2, tau1, tau2;
  Boolean engaged = time >= 5 and time < 10;
equation
  J1*der(w1) = tau1;
  J2*der(w2) = tau2;
  if engaged then
    w1 = w2;
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
//:   "equations": 4,
//:   "unknowns": 4,
//:   "index": 1,
//:   "degrees_of_freedom": 2,
//:   "starts": {
//:     "may_be_initialised": [
//:       "w1",
//:       "w2"
//:     ],
//:     "free_to_choose": 2,
//:     "others": [
//:       {
//:         "name": "tau1",
//:         "why": "algebraic"
//:       },
//:       {
//:         "name": "tau2",
//:         "why": "algebraic"
//:       }
//:     ]
//:   },
//:   "guards": 1,
//:   "modes": {
//:     "count": "2",
//:     "singular": "0",
//:     "classes": [
//:       {
//:         "index": 1,
//:         "degrees_of_freedom": 2,
//:         "most_degrees_of_freedom": 2,
//:         "count": "1"
//:       },
//:       {
//:         "index": 2,
//:         "degrees_of_freedom": 1,
//:         "most_degrees_of_freedom": 1,
//:         "count": "1"
//:       }
//:     ],
//:     "indices": [
//:       {
//:         "count": "1",
//:         "when": "not engaged",
//:         "index": 1
//:       },
//:       {
//:         "count": "1",
//:         "when": "engaged",
//:         "index": 2
//:       }
//:     ],
//:     "faults": [],
//:     "singular_without_fault": "0"
//:   },
//:   "binary_unknowns": 0,
//:   "valuations": null,
//:   "diagnostics": []
//: }
