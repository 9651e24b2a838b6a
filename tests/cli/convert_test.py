"""`saltus convert` and models in matrices: files in, files out, whatever they are called."""

import json
import struct

import command
from command import SaltusTest

DECAY = {"name": "Decay", "x": ["x"], "u": ["u"], "u_value": [3], "start": {"x": [1]},
         "experiment": {"stop_time": 2, "tolerance": 1e-10},
         "S": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "Phi_f": [[1, 2, -1]]}

DECAY_TEXT = """model Decay
  Real x(start = 1, fixed = true);
  input Real u = 3;
equation
  der(x) + 2*x - u = 0;
  annotation(experiment(StopTime = 2, Tolerance = 1e-10));
end Decay;
"""


def mat_element(kind, data):
    text = struct.pack("<II", kind, len(data)) + data
    return text + bytes(-len(text) % 8)


def mat_matrix(name, rows):
    data = b"".join(struct.pack("<d", row[k]) for k in range(len(rows[0])) for row in rows)
    body = (mat_element(6, struct.pack("<II", 6, 0)) + mat_element(5, struct.pack("<ii", len(rows), len(rows[0])))
            + mat_element(1, name.encode()) + mat_element(9, data))
    return mat_element(14, body)


def mat_file(**variables):
    header = b"MATLAB 5.0 MAT-file".ljust(124) + struct.pack("<H", 0x0100) + b"IM"
    return header + b"".join(mat_matrix(name, rows) for name, rows in variables.items())


class Convert(SaltusTest):
    def convert(self, text, *options, code=0):
        return self.assert_exit(code, "convert", "-", *options, text=text)

    def test_matrices_become_modelica(self):
        self.assertEqual(self.convert(json.dumps(DECAY), "--to", "modelica").stdout, DECAY_TEXT)

    def test_there_and_back_is_the_identity(self):
        matrices = self.convert(DECAY_TEXT, "--to", "imti").stdout
        self.assertEqual(self.convert(matrices, "--to", "imti").stdout, matrices)
        text = self.convert(matrices, "--to", "modelica").stdout
        self.assertEqual(text, DECAY_TEXT)
        self.assertEqual(self.convert(text, "--to", "imti").stdout, matrices)

    def test_parameters_are_folded_and_may_be_set(self):
        model = "model M parameter Real p = 1; Real x; equation der(x) = p*x; end M;"
        matrices = json.loads(self.convert(model, "--to", "imti", "--set", "p=7").stdout)
        self.assertEqual(matrices["Phi_f"]["entries"], [[1, 1, 1], [1, 2, -7]])

    def test_the_result_may_go_to_a_file(self):
        self.write("decay.imti.json", json.dumps(DECAY))
        finished = self.assert_exit(0, "convert", "decay.imti.json", "--to", "modelica", "-o", "Decay.mo")
        self.assertEqual(finished.stdout, "")
        self.assertEqual(self.read("Decay.mo"), DECAY_TEXT)

    def test_the_model_is_not_overwritten(self):
        self.write("decay.imti.json", json.dumps(DECAY))
        finished = self.assert_exit(2, "convert", "decay.imti.json", "--to", "imti", "--output", "decay.imti.json")
        self.assertIn("U0205", finished.stderr)

    def test_the_form_is_asked_for(self):
        self.assertIn("U0203", self.convert(DECAY_TEXT, code=2).stderr)
        self.assertIn("U0204", self.convert(DECAY_TEXT, "--to", "xml", code=2).stderr)

    def test_what_is_not_multilinear_is_the_models_fault(self):
        model = "model M Real x; equation der(x) = sin(x); end M;"
        self.assertIn("L0721", self.convert(model, "--to", "imti", code=1).stderr)


class Commands(SaltusTest):
    def final_value(self, file):
        finished = self.assert_exit(0, "simulate", file, "--json", "--output", "result.csv")
        return json.loads(finished.stdout)["final"]["x"]

    def test_matrices_are_simulated_like_the_equations(self):
        self.write("Decay.mo", DECAY_TEXT)
        self.write("decay.imti.json", json.dumps(DECAY))
        self.write("disguised.mo", json.dumps(DECAY))
        expected = self.final_value("Decay.mo")
        self.assertAlmostEqual(expected, 1.5 - 0.5 * 2.718281828459045 ** -4, 9)
        self.assertEqual(self.final_value("decay.imti.json"), expected)
        self.assertEqual(self.final_value("disguised.mo"), expected)

    def test_matlab_files_are_simulated_like_the_equations(self):
        self.write("Decay.mo", DECAY_TEXT.replace("x(", "x1(").replace("(x)", "(x1)").replace("2*x", "2*x1"))
        finished = self.assert_exit(0, "simulate", "Decay.mo", "--json", "--output", "result.csv")
        expected = json.loads(finished.stdout)["final"]["x1"]
        self.write("decay.mat", mat_file(S=DECAY["S"], Phi_f=DECAY["Phi_f"], x0=[[1]], u=[[3]], stop_time=[[2]],
                                         tolerance=[[1e-10]]))
        finished = self.assert_exit(0, "simulate", "decay.mat", "--json", "--output", "result.csv")
        self.assertEqual(json.loads(finished.stdout)["final"]["x1"], expected)

    def test_the_matrices_judge_the_run(self):
        self.write("decay.imti.json", json.dumps(DECAY))
        self.write("Decay.mo", DECAY_TEXT)
        finished = self.assert_exit(0, "simulate", "decay.imti.json", "--json", "--output", "result.csv")
        account = json.loads(finished.stdout)
        self.assertEqual(list(account["matrices"]),
                         ["instants", "sliding", "largest_f", "largest_g", "largest_share", "faults"])
        self.assertEqual(account["matrices"]["instants"], account["rows"])
        self.assertEqual(account["matrices"]["faults"], 0)
        self.assertLess(account["matrices"]["largest_f"], 1e-14)
        self.assertTrue(self.read("result.csv").startswith("time,x,u\n"))
        finished = self.assert_exit(0, "simulate", "decay.imti.json", "--output", "result.csv", "--interval", "1")
        self.assertRegex(finished.stdout, r"\n  matrix largest \|f\| \S+, largest g 0 over 3 instants\n")
        finished = self.assert_exit(0, "simulate", "Decay.mo", "--json", "--output", "result.csv")
        self.assertIsNone(json.loads(finished.stdout)["matrices"])

    def test_every_command_takes_matrices(self):
        self.write("decay.imti.json", json.dumps(DECAY))
        for name in ("check", "flatten", "analyze", "graph"):
            self.assertNotEqual(self.assert_exit(0, name, "decay.imti.json").stdout, "")

    def test_a_damaged_matlab_file_is_a_message(self):
        self.write("decay.mat", mat_file(S=DECAY["S"])[:-9])
        self.assertIn("L0715", self.assert_exit(1, "check", "decay.mat").stderr)


command.main()
