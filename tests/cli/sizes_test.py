"""Inputs that are far larger than what anybody writes: linear work, or a message. No test measures time: what took
minutes or gigabytes before would not end within the limit of a test."""

import importlib.machinery
import importlib.util
import pathlib
import resource

import command
from command import SaltusTest

MEMORY = 4_000_000 * 1024  # bytes


def load_attacks():
    path = pathlib.Path(__file__).resolve().parents[2] / "benchmarks/size_attacks"
    loader = importlib.machinery.SourceFileLoader("size_attacks", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("size_attacks", loader))
    loader.exec_module(module)
    return module


ATTACKS = {attack.name: attack for attack in load_attacks().ATTACKS}
# None of them leaves less than a message.
ENDS = (0, 1, 2, 3, 4)


class Sizes(SaltusTest):
    @classmethod
    def setUpClass(cls):
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, most))

    def attack(self, name, size):
        attack = ATTACKS[name]
        attack.write(self.folder, size)
        return self.run_saltus(*attack.arguments)

    def assert_refused(self, code, message, name, size):
        finished = self.attack(name, size)
        self.assertEqual(finished.returncode, code, finished.stderr[:2000])
        self.assertIn(message, finished.stderr)

    def assert_done(self, name, size):
        finished = self.attack(name, size)
        self.assertEqual(finished.returncode, 0, finished.stderr[:2000])
        return finished

    def test_every_attack_in_small_ends_in_good_order(self):
        for attack in ATTACKS.values():
            with self.subTest(attack.name):
                attack.write(self.folder, min(attack.size, 10))
                finished = self.run_saltus(*attack.arguments)
                self.assertIn(finished.returncode, ENDS, finished.stderr[:2000])

    def test_mistakes_beyond_a_hundred_are_counted(self):
        finished = self.attack("names misspelt", 20_000)
        self.assertEqual(finished.returncode, 1)
        self.assertEqual(finished.stderr.count("error[N0201]"), 100)
        self.assertIn("and 19900 more errors", finished.stderr)
        self.assertIn("error: 20000 errors", finished.stderr)

    def test_long_names_are_compared_and_shown_in_part(self):
        for name, size in (("long name misspelt", 100_000), ("long names misspelt", 500)):
            with self.subTest(name):
                finished = self.attack(name, size)
                self.assertEqual(finished.returncode, 1)
                self.assertIn("did you mean", finished.stderr)
                self.assertLess(len(finished.stderr), 1_000_000)
        self.assertIn("more bytes)", self.attack("long name misspelt", 100_000).stderr)

    def test_a_line_of_a_table_may_be_long(self):
        self.assert_refused(1, "is not a finite number", "input table, characters in a line", 20_000_000)

    def test_clocks_that_time_cannot_resolve(self):
        for start, interval in ((0, "1e-300"), (0, "1e-17"), ("-1e300", "0.1")):
            self.assert_refused(3, "error[X0641]", f"`sample({start}, {interval})`", 1)

    def test_a_run_that_is_fast_at_first_only_comes_to_its_end(self):
        """A function of time with 1 + floor(1e7/(2 pi)) crossings upward, nearly all in the first hundredth of the run."""
        self.write("Quiet.mo", "model Quiet\n  Integer n(start = 0, fixed = true);\nequation\n"
                               "  when sin(1e7*(1 - exp(-1000*time))) > 0 then\n    n = pre(n) + 1;\n  end when;\nend Quiet;\n")
        self.assert_exit(0, "simulate", "Quiet.mo", "--stop", "1", "--no-event-rows", "--quiet")
        self.assertEqual(self.read("Quiet.csv").splitlines()[-1].split(",")[-1], "1591550")

    def test_branches_of_an_if_equation(self):
        name = "if-equation with branches on one signal"
        self.assert_done(f"{name}, `flatten`", 1_000)
        self.assert_refused(1, "error[F0320]", f"{name}, `check`", 10_000)

    def test_tables_as_expressions(self):
        self.assert_done("table as an if-expression, `simulate`", 1_000)
        self.assert_done("table as an if-expression, `flatten`", 10_000)

    def test_events_are_not_as_long_as_the_model_has_conditions(self):
        def length_of_last_event(size):
            self.assert_done("table over time, `simulate`", size)
            return len(self.read("E.json")) / size

        self.assertLess(length_of_last_event(400), 1.5*length_of_last_event(200))

    def test_chains_of_derivatives(self):
        for verb in ("simulate", "check", "analyze"):
            self.assert_refused(1, "error[S0307]", f"chain of derivatives, `{verb}`", 10_000)

    def test_derivatives_that_grow(self):
        self.assert_refused(1, "error[F0319]", "derivatives of functions, nested, `flatten`", 200)
        self.assert_refused(1, "error[F0319]", "derivatives of a product, nested, `flatten`", 400)

    def test_modes_of_many_conditions(self):
        self.assertEqual(self.attack("windows of time in one sum, `check`", 300).returncode, 0)
        self.assertEqual(self.attack("table as a sum, `check`", 2_000).returncode, 0)

    def test_systems_of_high_index(self):
        size = 700
        shift = [[1 if j == i + 1 else 0 for j in range(size)] for i in range(size)]
        unit = [[1 if j == i else 0 for j in range(size)] for i in range(size)]
        self.write("S.json", str({"E": shift, "A": unit, "x": [1]*size}).replace("'", '"'))
        self.assert_fails(1, "error[L0708]", "project", "S.json")

    def test_files_that_expand(self):
        self.assert_refused(1, "error[L0715]", "`.mat` that expands", 500_000_000)
        for name in ("JSON of brackets, `project`", "JSON of brackets, `check`", "JSON of objects, unclosed, `check`"):
            self.assert_refused(1, "nested", name, 1_000_000)


command.main()
