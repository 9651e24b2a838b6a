"""Signals: every stage answers within a second, results so far are kept, no temporary file is left."""

import json
import os
import signal
import subprocess
import sys
import time
import unittest

import command
from command import SaltusTest

# A machine that runs many tests at the same time may be slow; a program that does not look up would take minutes.
PATIENCE = 15.0  # seconds

OSCILLATOR = """model Long
  Real x(start = 1, fixed = true);
equation
  der(der(x)) = -x;
end Long;
"""

# The start of a loop of guards and binary unknowns that nothing satisfies.
CONTRADICTORY = """model Contradictory
  Real {reals};
  Integer {binaries};
equation
{equations}
end Contradictory;
"""


def contradictory(count):
    numbers = range(count)
    equations = [f"  y{i}^2 + 1 = (if y{(i + 1) % count} > 1 then z{i} else 0)*sin(y{(i + 2) % count});\n"
                 f"  (y{i} + 3)*(1 - 2*z{i}) <= 0;" for i in numbers]
    return CONTRADICTORY.format(reals=", ".join(f"y{i}(start = {i - 2})" for i in numbers),
                                binaries=", ".join(f"z{i}(min = 0, max = 1)" for i in numbers),
                                equations="\n".join(equations))


def decision_diagrams(count):
    """Guards that all equations read: their modes take long to analyse."""
    reals = ", ".join(f"x{i}(start = {i})" for i in range(count))
    equations = [f"  if x{i} > x{(i * 7 + 3) % count} then der(x{i}) + x{(i * 5 + 1) % count} = 0; else "
                 f"x{(i * 3 + 2) % count} = time; end if;" for i in range(count)]
    return f"model Entangled\n  Real {reals};\nequation\n" + "\n".join(equations) + "\nend Entangled;\n"


class Interruption(SaltusTest):
    def begin(self, *arguments, wait=0.5, **keywords):
        run = subprocess.Popen([command.SALTUS, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, **keywords)
        self.addCleanup(run.stdout.close)
        self.addCleanup(run.stderr.close)
        self.addCleanup(run.kill)
        time.sleep(wait)
        return run

    def end(self, run):
        began = time.monotonic()
        out, err = run.communicate(timeout=10 * PATIENCE)
        self.assertLess(time.monotonic() - began, PATIENCE)
        return out.decode(), err.decode()

    def assert_no_temporary_file(self):
        self.assertEqual([name for name in self.names() if name.endswith(".tmp")], [])

    def test_each_signal_ends_a_run_in_good_order(self):
        self.write("Long.mo", OSCILLATOR)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            run = self.begin("simulate", "Long.mo", "--stop", "1e9", "--interval", "1000", "--events", "e.json")
            run.send_signal(number)
            out, err = self.end(run)
            self.assertEqual(run.returncode, 3, out + err)
            header, rows = self.rows("Long.csv")
            self.assertEqual(header, ["time", "x"])
            self.assertGreater(len(rows), 1)
            self.assert_no_temporary_file()

    def test_an_ignored_signal_stays_ignored(self):
        self.write("Long.mo", OSCILLATOR)
        run = self.begin("simulate", "Long.mo", "--stop", "1e9", "--interval", "1e6",
                         preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        run.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        self.assertIsNone(run.poll())
        run.send_signal(signal.SIGTERM)
        self.end(run)
        self.assertEqual(run.returncode, 3)

    def test_a_start_that_takes_long(self):
        for count in (3, 5, 7):
            self.write("Contradictory.mo", contradictory(count))
            run = self.begin("simulate", "Contradictory.mo", "--quiet", wait=0.3)
            run.send_signal(signal.SIGTERM)
            self.end(run)
            self.assertIn(run.returncode, (1, 3, -signal.SIGTERM))
            self.assert_no_temporary_file()

    def test_analyses(self):
        self.write("Entangled.mo", decision_diagrams(40))
        for arguments in (("check",), ("graph",), ("explain", "changes"), ("flatten",), ("analyze",)):
            run = self.begin(*arguments, "Entangled.mo", wait=0.3)
            run.send_signal(signal.SIGINT)
            self.end(run)
            self.assertIn(run.returncode, (0, 1, -signal.SIGINT), arguments)

    def test_projection(self):
        size = 300
        matrix = [[(7 * i + 3 * j) % 11 - 5 for j in range(size)] for i in range(size)]
        self.write("p.json", json.dumps({"E": matrix, "A": matrix, "x": [1] * size}))
        run = self.begin("project", "p.json", wait=0.3)
        run.send_signal(signal.SIGINT)
        self.end(run)

    def test_a_reader_that_does_not_read(self):
        """Blocked in writing, the program cannot look up: it ends all the same."""
        self.write("Long.mo", OSCILLATOR)
        os.mkfifo(self.folder / "pipe")
        reader = os.open(self.folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        run = self.begin("simulate", "Long.mo", "--stop", "1e5", "--interval", "0.1", "--output", "pipe", wait=1.5)
        run.send_signal(signal.SIGINT)
        self.end(run)
        self.assertEqual(run.returncode, 3)

    def test_a_pipe_that_nobody_opens(self):
        self.write("Long.mo", OSCILLATOR)
        os.mkfifo(self.folder / "pipe")
        run = self.begin("simulate", "Long.mo", "--output", "pipe")
        run.send_signal(signal.SIGINT)
        self.end(run)
        self.assertEqual(run.returncode, 3)

    def test_a_second_request_leaves_no_temporary_file(self):
        self.write("Long.mo", OSCILLATOR)
        run = self.begin("simulate", "Long.mo", "--stop", "1e9", "--interval", "1000", "--events", "e.json")
        run.send_signal(signal.SIGINT)
        run.send_signal(signal.SIGTERM)
        self.end(run)
        self.assertEqual(run.returncode, 3)
        self.assertGreater(len(self.rows("Long.csv")[1]), 0)
        self.assert_no_temporary_file()

    @unittest.skipUnless(sys.platform == "linux", "files without a name are Linux's")
    def test_not_even_a_kill_leaves_a_temporary_file(self):
        probe = os.open(self.folder, os.O_WRONLY | os.O_TMPFILE)
        os.close(probe)
        self.write("Long.mo", OSCILLATOR)
        run = self.begin("simulate", "Long.mo", "--stop", "1e9", "--interval", "1000")
        run.kill()
        self.end(run)
        self.assert_no_temporary_file()


command.main()
