//: $ saltus check --json
model Heater
  Real temperature(start = 20), power;
equation
  der(temperature) = power - 0.1*(temperature - 15);
  if temperature < 19 then
    power = 5;
  end if;
end Heater;

//: {
//:   "ok": false,
//:   "exit_code": 1,
//:   "model": "Heater",
//:   "equations": null,
//:   "unknowns": 2,
//:   "index": null,
//:   "degrees_of_freedom": null,
//:   "starts": null,
//:   "guards": 1,
//:   "modes": {
//:     "count": "2",
//:     "singular": "1",
//:     "classes": [
//:       {
//:         "index": 1,
//:         "degrees_of_freedom": 1,
//:         "most_degrees_of_freedom": 1,
//:         "count": "1"
//:       }
//:     ],
//:     "indices": [
//:       {
//:         "count": "1",
//:         "when": null,
//:         "index": 1
//:       }
//:     ],
//:     "faults": [
//:       {
//:         "count": "1",
//:         "when": "temperature >= 19",
//:         "kind": "counted",
//:         "too_many_lines": [],
//:         "determined": [],
//:         "undetermined": [
//:           "temperature",
//:           "power"
//:         ],
//:         "sharing_lines": [
//:           5
//:         ],
//:         "elsewhere_lines": [
//:           7
//:         ]
//:       }
//:     ],
//:     "singular_without_fault": "0"
//:   },
//:   "binary_unknowns": 0,
//:   "valuations": null,
//:   "diagnostics": [
//:     {
//:       "severity": "error",
//:       "code": "S0305",
//:       "title": "singular_modes",
//:       "message": "in the mode `temperature >= 19` (1 of 2): 1 equation too few: line 5 is all that is left for `temperature` and `power`",
//:       "file": "fail_as_json.mo",
//:       "line": 3,
//:       "column": 8,
//:       "end_line": 3,
//:       "end_column": 19,
//:       "labels": [
//:         {
//:           "primary": false,
//:           "text": "undetermined in this mode",
//:           "line": 3,
//:           "column": 33,
//:           "end_line": 3,
//:           "end_column": 38
//:         },
//:         {
//:           "primary": false,
//:           "text": "contains them",
//:           "line": 5,
//:           "column": 3,
//:           "end_line": 5,
//:           "end_column": 52
//:         },
//:         {
//:           "primary": false,
//:           "text": "not in this mode",
//:           "line": 7,
//:           "column": 5,
//:           "end_line": 7,
//:           "end_column": 14
//:         }
//:       ],
//:       "notes": [],
//:       "help": [
//:         "write an equation for `power` that holds in this mode"
//:       ]
//:     }
//:   ]
//: }
