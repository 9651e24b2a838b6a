//: $ saltus check --json
// The same keys as for a model with guards.
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;

//: {
//:   "ok": true,
//:   "exit_code": 0,
//:   "model": "Decay",
//:   "equations": 1,
//:   "unknowns": 1,
//:   "index": 0,
//:   "degrees_of_freedom": 1,
//:   "starts": {
//:     "may_be_initialised": [
//:       "x"
//:     ],
//:     "free_to_choose": 1,
//:     "others": []
//:   },
//:   "guards": 0,
//:   "modes": {
//:     "count": "1",
//:     "singular": "0",
//:     "classes": [
//:       {
//:         "index": 0,
//:         "degrees_of_freedom": 1,
//:         "most_degrees_of_freedom": 1,
//:         "count": "1"
//:       }
//:     ],
//:     "indices": [
//:       {
//:         "count": "1",
//:         "when": "true",
//:         "index": 0
//:       }
//:     ],
//:     "faults": [],
//:     "singular_without_fault": "0"
//:   },
//:   "binary_unknowns": 0,
//:   "valuations": null,
//:   "diagnostics": []
//: }
