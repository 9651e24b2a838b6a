"""Runs the executable in a folder of its own."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SALTUS = str(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else "saltus"

DECAY = """model Decay "exponential decay"
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end Decay;
"""

# x = 1/(1 - t): no solution beyond t = 1
BLOW_UP = """model BlowUp
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2;
  annotation(experiment(StopTime = 2));
end BlowUp;
"""

WRONG = """model Wrong
  Real x;
equation
  der(x) = y;
end Wrong;
"""


class SaltusTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.write("Decay.mo", DECAY)
        self.write("BlowUp.mo", BLOW_UP)
        self.write("Wrong.mo", WRONG)

    def write(self, name, text):
        (self.folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())

    def read(self, name):
        return (self.folder / name).read_text()

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def environment(self, **changes):
        environment = {key: value for key, value in os.environ.items()
                       if key not in ("LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR", "COLUMNS")}
        return {**environment, **changes}

    def run_saltus(self, *arguments, text=None, **environment):
        return subprocess.run([SALTUS, *map(str, arguments)], cwd=self.folder, input=text, text=True, timeout=120,
                              env=self.environment(**environment), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, stdin=None if text is not None else subprocess.DEVNULL)

    def assert_exit(self, code, *arguments, **keywords):
        finished = self.run_saltus(*arguments, **keywords)
        self.assertEqual(finished.returncode, code, finished.stdout + finished.stderr)
        return finished

    def assert_fails(self, code, message, *arguments, **keywords):
        """The exit code, and a sentence of standard error; standard output stays empty."""
        finished = self.assert_exit(code, *arguments, **keywords)
        self.assertIn(message, finished.stderr)
        self.assertEqual(finished.stdout, "")
        return finished

    def simulate_json(self, *arguments, code=0):
        return json.loads(self.assert_exit(code, "simulate", *arguments, "--json").stdout)

    def rows(self, name):
        header, *lines = self.read(name).splitlines()
        return header.split(","), [[float(cell) for cell in line.split(",")] for line in lines]


def main():
    unittest.main(argv=sys.argv[:1])
