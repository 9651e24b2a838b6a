//: $ saltus check --json
model Broken
  Real x;
equation
  der(x) = ;
end Broken;

//: {
//:   "ok": false,
//:   "exit_code": 1,
//:   "model": null,
//:   "equations": null,
//:   "unknowns": null,
//:   "index": null,
//:   "degrees_of_freedom": null,
//:   "starts": null,
//:   "guards": null,
//:   "modes": null,
//:   "binary_unknowns": null,
//:   "valuations": null,
//:   "diagnostics": [
//:     {
//:       "severity": "error",
//:       "code": "P0201",
//:       "title": "unexpected_token",
//:       "message": "expected an expression, found `;`",
//:       "file": "fail_text_as_json.mo",
//:       "line": 5,
//:       "column": 12,
//:       "end_line": 5,
//:       "end_column": 13,
//:       "labels": [],
//:       "notes": [],
//:       "help": []
//:     }
//:   ]
//: }
