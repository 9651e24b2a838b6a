"""`saltus project`: matrices in, right limit and impulses out."""

import json
import math

import command
from command import SaltusTest

ACTUATOR = {
    "names": ["f_p", "f_rel", "f_in", "p_cyl", "p_rel"],
    "E": [[5, 0, 0, 0, 0], [0, 10, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
    "A": [[0, 0, 0, -1, 0], [0, 0, 0, 0, -1], [1, 1, -1, 0, 0], [0, 0, -5, 0, 0], [0, -5, 0, 1, -1]],
    "B": [[0], [0], [0], [0], [1]],
    "u": [0],
    "x": [3, 0, 3, 5, 0],
}

ACTUATOR_TABLE = """5 variables, index 2, 1 degree of freedom

  variable  before     after      jump  impulse order  weights
  f_p            3         1        -2
  f_rel          0        -1        -1
  f_in           3         0        -3
  p_cyl          5  -1.66667  -6.66667              1  -10
  p_rel          0   3.33333   3.33333              1  -10
"""

# x1 = u, x2 = x1', x3 = x2'
DIFFERENTIATORS = {
    "E": [[1, 0, 0], [0, 1, 0], [0, 0, 0]],
    "A": [[0, -1, 0], [0, 0, -1], [1, 0, 0]],
    "B": [[0], [0], [-1]],
    "u": [3],
    "u_derivatives": [[5], [7]],
    "x": [1, 0, 0],
}

SMALL = {"E": [[1, 0], [0, 0]], "A": [[0, 1], [1, 0]], "B": [[0], [1]], "u": [1], "x": [1, 0]}


class Project(SaltusTest):
    def project(self, system, *options, code=0):
        text = system if isinstance(system, str) else json.dumps(system)
        return self.assert_exit(code, "project", "-", *options, text=text)

    def project_json(self, system, code=0):
        return json.loads(self.project(system, "--json", code=code).stdout)

    def assert_near(self, computed, expected):
        self.assertEqual(len(computed), len(expected))
        for a, b in zip(computed, expected):
            self.assertAlmostEqual(a, b, 12)

    def assert_wrong(self, message, changes=None, text=None):
        """The fields of SMALL, changed; None removes one."""
        system = {key: value for key, value in {**SMALL, **(changes or {})}.items() if value is not None}
        finished = self.project(text if text is not None else system, code=1)
        self.assertIn(message, finished.stderr)
        self.assertRegex(finished.stderr, r"^error\[L07")
        self.assertEqual(finished.stdout, "")
        return finished.stderr


class Answers(Project):
    def test_people_get_a_table(self):
        self.write("actuator.json", json.dumps(ACTUATOR))
        finished = self.assert_exit(0, "project", "actuator.json")
        self.assertEqual(finished.stdout, ACTUATOR_TABLE)
        self.assertEqual(finished.stderr, "")

    def test_programs_get_json(self):
        answer = self.project_json(ACTUATOR)
        self.assertTrue(answer["ok"])
        self.assert_near(answer["x"], [1, -1, 0, -5 / 3, 10 / 3])
        self.assertEqual((answer["index"], answer["finite"]), (2, 1))
        self.assertEqual(sorted(answer["impulses"]), ["p_cyl", "p_rel"])
        impulse = answer["impulses"]["p_cyl"]
        self.assertEqual(impulse["order"], 1)
        self.assert_near([impulse["weight"], *impulse["weights"]], [-10, -10])
        self.assertEqual([len(row) for row in answer["projector"]], [5] * 5)
        self.assertEqual(answer["diagnostics"], [])

    def test_the_right_limit_is_projector_times_left_limit_plus_offset(self):
        answer = self.project_json(DIFFERENTIATORS)
        image = [sum(p * x for p, x in zip(row, DIFFERENTIATORS["x"])) for row in answer["projector"]]
        self.assert_near([a + b for a, b in zip(image, answer["offset"])], answer["x"])

    def test_derivatives_of_inputs_count(self):
        answer = self.project_json(DIFFERENTIATORS)
        self.assert_near(answer["x"], [3, 5, 7])
        self.assertEqual(answer["impulses"]["x3"]["order"], 2)
        self.assert_near(answer["impulses"]["x3"]["weights"], [5, 2])
        self.assert_near([answer["impulses"]["x3"]["weight"]], [2])  # that of the highest order, as in the events file

    def test_derivatives_that_are_not_given_are_zero(self):
        constant = {key: value for key, value in DIFFERENTIATORS.items() if key != "u_derivatives"}
        self.assert_near(self.project_json(constant)["x"], [3, 0, 0])

    def test_the_fields_of_the_reference_are_understood(self):
        system = {**SMALL, "id": 7, "xminus": SMALL["x"], "variables": ["p", "q"], "xplus": [0, 0]}
        del system["x"]
        answer = self.project_json(system)
        self.assertEqual(answer["names"], ["p", "q"])
        self.assertEqual(answer["diagnostics"], [])

    def test_without_jump_and_impulse_the_columns_stay_empty(self):
        finished = self.project({"E": [[1]], "A": [[2]], "x": [0.5]})
        self.assertEqual(finished.stdout, "1 variable, index 0, 1 degree of freedom\n\n"
                                          "  variable  before  after  jump\n"
                                          "  x1           0.5    0.5\n")

    def test_a_near_decision_is_a_warning(self):
        near = {"E": [[1, 1], [1, 1 + 1e-13]], "A": [[1, 0], [1, 1]], "x": [3, 2]}
        self.assertIn("warning[L0706]: the result depends on whether 5e-14 counts as zero",
                      self.project(near).stderr)
        self.assertEqual([d["code"] for d in self.project_json(near)["diagnostics"]], ["L0706"])

    def test_a_misspelt_field_is_a_warning(self):
        system = {**SMALL, "u_derivative": [[1]]}
        finished = self.project(system)
        self.assertIn("`u_derivative` is not read", finished.stderr)
        self.assertIn("did you mean `u_derivatives`?", finished.stderr)

    def test_help(self):
        self.assertIn("usage: saltus project F.json", self.assert_exit(0, "project", "--help").stdout)


class Faults(Project):
    def test_not_json(self):
        for text, reason in {"": "unexpected end of input", "{": "unexpected end of input",
                             '{"E": NaN}': "invalid literal", '{"E": [1e999]}': "number overflow",
                             "E = 1": "invalid literal", '{"E": [[1,]]}': "unexpected ']'"}.items():
            self.assertIn(reason, self.assert_wrong("error[L0701]: this is not JSON", text=text))

    def test_the_place_is_shown(self):
        self.assertIn("(standard input):2:7", self.assert_wrong("L0701", text='{\n"E": nan}'))

    def test_no_object(self):
        self.assert_wrong("the file holds a list, not one object", text="[1, 2]")
        self.assert_wrong("the file holds a number, not one object", text="3")

    def test_missing_fields_are_named(self):
        for name in ("E", "A", "x", "u"):
            self.assert_wrong(f"error[L0702]: `{name}` is missing", {name: None})
        self.assert_wrong("`u` is given, but `B` is missing", {"B": None})

    def test_fields_given_twice_are_named(self):
        self.assert_wrong("`E` is given twice", text='{"E": [[1]], "A": [[1]], "E": [[2]], "x": [1]}')
        self.assert_wrong("`x` and `xminus` mean the same", {"xminus": [1, 2]})

    def test_sizes(self):
        self.assert_wrong("`E[2]` has 1 entry, but `E[1]` has 2", {"E": [[1, 0], [0]]})
        self.assert_wrong("`E` has 1 row and 2 columns", {"E": [[1, 0]]})
        self.assert_wrong("`E` is empty", {"E": []})
        self.assert_wrong("`A` is 1 x 1, but `E` is 2 x 2", {"A": [[1]]})
        self.assert_wrong("`B` has 1 row, but `E` has 2 rows", {"B": [[1]]})
        self.assert_wrong("`u` has 2 entries, but `B` has 1 column", {"u": [1, 2]})
        self.assert_wrong("`x` has 3 entries, but `E` has 2 rows", {"x": [1, 2, 3]})
        self.assert_wrong("`names` has 1 entry, but `E` has 2 rows", {"names": ["a"]})
        self.assert_wrong("`u_derivatives[2]` has 2 entries, but `B` has 1 column",
                          {"u_derivatives": [[1], [1, 2]]})
        self.assert_wrong("row k holds the k-th derivatives", {"u_derivatives": [1]})
        self.assert_wrong("`A[1]` is a number, not a list", {"A": [1, 2]})
        self.assert_wrong("`x` is a number, not a list", {"x": 1})

    def test_entries(self):
        for entry, shown in {'"1"': "a text", "null": "null", "true": "true or false", "{}": "an object"}.items():
            text = json.dumps(SMALL).replace("[[1, 0]", f"[[1, {entry}]", 1)
            self.assert_wrong(f"error[L0704]: `E[1][2]` is {shown}, not a number", text=text)
        self.assert_wrong("`x[2]` is a list, not a number", {"x": [1, [2]]})

    def test_names(self):
        self.assert_wrong("`names[2]` is `a` once more", {"names": ["a", "a"]})
        for name in ("", 3, "a\nb", "\x1b[31m"):
            self.assert_wrong("`names[1]` is not a name", {"names": [name, "b"]})

    def test_deep_nesting_is_no_danger(self):
        depth = 300000
        for text in ("[" * depth, "[" * depth + "]" * depth, '{"E":' * depth, '{"E": ' + "[" * depth + "]" * depth + "}"):
            self.assert_wrong("nested more than 3 deep", text=text)

    def test_a_singular_pencil_names_equations_and_variables(self):
        text = self.assert_wrong("error[L0705]", text=json.dumps(
            {"E": [[1, 0, 0], [0, 0, 0], [0, 0, 0]], "A": [[1, 0, 0], [0, 1, 2], [0, 3, 6]], "x": [1, 0, 0],
             "names": ["a", "b", "c"]}))
        self.assertIn("dependent, together with their derivatives: equations 2, 3\n", text)
        self.assertIn("not determined: `b`, `c`\n", text)

    def test_an_overflow_is_a_failure_of_the_numbers(self):
        finished = self.project({"E": [[0]], "A": [[1e-300]], "B": [[-1]], "u": [1e300], "x": [0]}, code=3)
        self.assertIn("error[L0707]", finished.stderr)

    def test_programs_get_json_of_a_failure(self):
        answer = self.project_json({**SMALL, "A": [[0, 0], [0, 0]]}, code=1)
        self.assertFalse(answer["ok"])
        self.assertEqual(answer["exit_code"], 1)
        self.assertEqual(answer["diagnostics"][0]["code"], "L0705")

    def test_files_and_usage(self):
        self.assert_fails(4, "there is no file `no.json`", "project", "no.json")
        self.assert_fails(2, "`saltus project` needs the file of one linear system", "project")
        self.assert_fails(2, "`saltus project` has no option `--stop`", "project", "a.json", "--stop", "1")

    def test_extreme_numbers_do_not_crash(self):
        for scale in (5e-324, 1e-308, 1e-200, 1e200, 1.7e308):
            for field in ("E", "A"):
                system = {**SMALL, field: [[scale * entry for entry in row] for row in SMALL[field]]}
                finished = self.run_saltus("project", "-", "--json", text=json.dumps(system))
                self.assertIn(finished.returncode, (0, 1, 3), finished.stderr)
                if finished.returncode == 0:
                    self.assertTrue(all(math.isfinite(x) for x in json.loads(finished.stdout)["x"]))


command.main()
