"""docs/exit_codes.md, line by line."""

import json
import signal
import subprocess
import time

import command
from command import SaltusTest


class ExitCodes(SaltusTest):
    def test_a_run_that_reaches_the_stop_time_gives_0(self):
        self.assert_exit(0, "simulate", "Decay.mo")

    def test_a_sound_model_gives_0(self):
        finished = self.assert_exit(0, "check", "Decay.mo")
        self.assertEqual(finished.stdout, "Decay: 1 equation, 1 unknown, index 0, 1 degree of freedom: ok\n")

    def test_a_wrong_model_gives_1_and_leaves_nothing(self):
        for subcommand in ("check", "flatten", "analyze", "simulate"):
            self.assert_fails(1, "error[", subcommand, "Wrong.mo")
        self.assertNotIn("Wrong.csv", self.names())

    def test_a_text_that_is_not_utf8_gives_1(self):
        self.write("Bytes.mo", b"model Bytes\n  Real \xff;\nend Bytes;\n")
        self.assert_fails(1, "error[P", "check", "Bytes.mo")

    def test_an_empty_file_gives_1(self):
        self.write("Empty.mo", "")
        self.assert_fails(1, "error[", "check", "Empty.mo")

    def test_wrong_usage_gives_2(self):
        self.assert_fails(2, "error[U02", "simulate", "Decay.mo", "--stop", "soon")

    def test_numbers_that_fail_give_3_and_keep_what_was_computed(self):
        finished = self.assert_exit(3, "simulate", "BlowUp.mo", "--output", "b.csv", "--events", "b.json")
        self.assertIn("error[X", finished.stderr)
        header, rows = self.rows("b.csv")
        self.assertEqual(header, ["time", "x"])
        self.assertAlmostEqual(rows[-1][0], 1.0, 6)
        for time, x in rows:
            if time < 0.99:
                self.assertAlmostEqual(x * (1.0 - time), 1.0, 6)
        self.assertNotEqual(json.loads(self.read("b.json"))["end"]["reason"], "reached_stop_time")

    def test_files_give_4(self):
        self.assert_fails(4, "error[U0101]", "check", "Missing.mo")
        self.assert_fails(4, "error[U0105]", "simulate", "Decay.mo", "--output", "no/such/folder.csv")

    def test_an_interrupted_run_gives_3_and_keeps_what_was_computed(self):
        self.write("Long.mo", """model Long
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end Long;
""")
        run = subprocess.Popen([command.SALTUS, "simulate", "Long.mo", "--stop", "1e9", "--interval", "1000"],
                               cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.5)
        run.send_signal(signal.SIGINT)
        stdout, stderr = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 3, stdout + stderr)
        self.assertIn(b"interrupted", stdout)
        self.assertGreater(len(self.rows("Long.csv")[1]), 1)


command.main()
