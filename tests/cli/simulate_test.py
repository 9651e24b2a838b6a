"""What a run writes and says."""

import json
import math
import os
import pathlib
import resource
import signal
import subprocess
import time

import command
from command import SaltusTest


class Results(SaltusTest):
    def test_go_to_a_file_named_after_the_model(self):
        finished = self.assert_exit(0, "simulate", "Decay.mo")
        self.assertIn("results: Decay.csv (501 rows, 1 variable)", finished.stdout)
        header, rows = self.rows("Decay.csv")
        self.assertEqual(header, ["time", "x"])
        self.assertEqual(len(rows), 501)
        for time, x in rows:
            self.assertAlmostEqual(x, math.exp(-time), 7)

    def test_follow_the_annotation_unless_told_otherwise(self):
        self.write("Annotated.mo", command.DECAY.replace(
            "end Decay", "annotation(experiment(StartTime = 1, StopTime = 3, Interval = 0.5)); end Decay"))
        self.assert_exit(0, "simulate", "Annotated.mo", "--output", "a.csv")
        self.assertEqual([row[0] for row in self.rows("a.csv")[1]], [1, 1.5, 2, 2.5, 3])
        self.assert_exit(0, "simulate", "Annotated.mo", "--output", "a.csv", "--stop", "2", "--interval", "1")
        self.assertEqual([row[0] for row in self.rows("a.csv")[1]], [1, 2])

    def test_have_rows_at_exactly_the_times_asked_for(self):
        self.assert_exit(0, "simulate", "Decay.mo", "--times", "0.7,0.1,0.30000000000000004", "--output", "a.csv")
        self.assertEqual([line.split(",")[0] for line in self.read("a.csv").splitlines()],
                         ["time", "0.1", "0.30000000000000004", "0.7"])

    def test_can_run_backward(self):
        self.assert_exit(0, "simulate", "Decay.mo", "--stop", "-1", "--interval", "0.25", "--output", "a.csv")
        rows = self.rows("a.csv")[1]
        self.assertEqual([row[0] for row in rows], [0, -0.25, -0.5, -0.75, -1])
        self.assertAlmostEqual(rows[-1][1], math.e, 6)

    def test_depend_on_parameters(self):
        self.assert_exit(0, "simulate", "Decay.mo", "--set", "k=2", "--output", "a.csv")
        self.assertAlmostEqual(self.rows("a.csv")[1][-1][1], math.exp(-2), 6)

    def test_have_derivatives_when_asked(self):
        self.assert_exit(0, "simulate", "Decay.mo", "--derivatives", "--output", "a.csv")
        header, rows = self.rows("a.csv")
        self.assertEqual(header, ["time", "x", "der(x)"])
        self.assertAlmostEqual(rows[-1][2], -math.exp(-1), 6)

    def test_can_go_to_standard_output(self):
        finished = self.assert_exit(0, "simulate", "Decay.mo", "--output", "-", "--interval", "0.5")
        self.assertEqual([line.split(",")[0] for line in finished.stdout.splitlines()], ["time", "0", "0.5", "1"])
        self.assertIn("end    t = 1", finished.stderr)
        self.assertNotIn("Decay.csv", self.names())

    def test_are_the_same_every_time(self):
        for name in ("a.csv", "b.csv"):
            self.assert_exit(0, "simulate", "Decay.mo", "--output", name)
        self.assertEqual(self.read("a.csv"), self.read("b.csv"))

    def test_come_from_standard_input_too(self):
        self.assert_exit(0, "simulate", "-", "--quiet", text=command.DECAY)
        self.assertIn("Decay.csv", self.names())


class Summary(SaltusTest):
    def test_tells_size_start_steps_end_and_files(self):
        text = self.assert_exit(0, "simulate", "Decay.mo", "--events", "e.json").stdout
        for expected in ("Decay: exponential decay\n", "1 equation, 1 unknown, index 0, 1 degree of freedom",
                         "  start  ", "  run    ", "steps of order", "end    t = 1: reached the stop time",
                         "to compile", "events:  e.json"):
            self.assertIn(expected, text)

    def test_plots_in_braille_only_where_it_can_be_shown(self):
        self.assertIn("┤", self.assert_exit(0, "simulate", "Decay.mo", LANG="C.UTF-8").stdout)
        self.assertTrue(self.assert_exit(0, "simulate", "Decay.mo", LANG="C").stdout.isascii())

    def test_has_no_colors_in_a_pipe(self):
        self.assertNotIn("\x1b", self.assert_exit(0, "simulate", "Decay.mo").stdout)

    def test_is_silent_when_asked(self):
        finished = self.assert_exit(0, "simulate", "Decay.mo", "--quiet")
        self.assertEqual(finished.stdout + finished.stderr, "")
        self.assertIn("Decay.csv", self.names())

    def test_is_one_json_object_when_asked(self):
        account = self.simulate_json("Decay.mo", "--events", "e.json")
        self.assertEqual(list(account), [
            "ok", "exit_code", "model", "description", "equations", "unknowns", "index", "degrees_of_freedom", "guards",
            "tolerance", "start", "end", "statistics", "matrices", "seconds", "rows", "final", "output", "events", "diagnostics"])
        self.assertEqual(account["end"], {"reason": "reached_stop_time", "time": 1.0})
        self.assertEqual(account["rows"], 501)
        self.assertEqual(account["output"], "Decay.csv")
        self.assertAlmostEqual(account["final"]["x"], math.exp(-1), 7)
        self.assertGreater(account["statistics"]["steps"], 0)
        self.assertEqual(account["diagnostics"], [])

    def test_names_the_failure_in_json(self):
        account = self.simulate_json("BlowUp.mo", code=3)
        self.assertFalse(account["ok"])
        self.assertEqual(account["exit_code"], 3)
        self.assertEqual(account["diagnostics"][0]["severity"], "error")
        self.assertAlmostEqual(account["final"]["time"], 1.0, 6)

    def test_event_file_has_end_events_and_statistics(self):
        self.assert_exit(0, "simulate", "Decay.mo", "--events", "e.json", "--quiet")
        log = json.loads(self.read("e.json"))
        self.assertEqual(list(log), ["model", "events", "end", "statistics"])
        self.assertEqual(log["events"], [])


class OtherCommands(SaltusTest):
    def test_check_answers_in_json(self):
        answer = json.loads(self.assert_exit(0, "check", "Decay.mo", "--json").stdout)
        self.assertEqual((answer["ok"], answer["model"], answer["index"]), (True, "Decay", 0))
        answer = json.loads(self.assert_exit(1, "check", "Wrong.mo", "--json").stdout)
        self.assertEqual(answer["ok"], False)
        self.assertEqual(answer["diagnostics"][0]["line"], 4)

    def test_flatten_prints_a_model_that_can_be_read_again(self):
        flat = self.assert_exit(0, "flatten", "Decay.mo").stdout
        self.write("Flat.mo", flat)
        self.assertEqual(self.assert_exit(0, "flatten", "Flat.mo").stdout, flat)

    def test_analyze_prints_text_or_json(self):
        self.assertIn("index", self.assert_exit(0, "analyze", "Decay.mo").stdout)
        json.loads(self.assert_exit(0, "analyze", "Decay.mo", "--json").stdout)


BALL = """model Ball
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -pre(v));
  end when;
end Ball;
"""

# About a second of work for each 30,000 s.
LONG = ["simulate", "Ball.mo", "--stop", "3e6", "--interval", "0.1", "--events", "e.json", "--quiet"]


class LongRuns(SaltusTest):
    def start(self, *arguments, **how):
        self.write("Ball.mo", BALL)
        return subprocess.Popen([command.SALTUS, *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, **how)

    def peak_memory(self, stop):
        process = self.start("simulate", "Ball.mo", "--stop", str(stop), "--interval", "0.1", "--events", "e.json",
                             "--quiet")
        process.stdout.close()
        process.stderr.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return usage.ru_maxrss

    def test_memory_does_not_grow_with_the_run(self):
        if b"__asan_init" in pathlib.Path(command.SALTUS).read_bytes():
            self.skipTest("the address sanitizer keeps memory that was released")
        short, long = self.peak_memory(2000), self.peak_memory(20000)
        self.assertGreater((self.folder / "Ball.csv").stat().st_size, 5e6)
        self.assertLess(long - short, 3000)  # kB

    def test_what_was_computed_survives_signals(self):
        for number in signal.SIGINT, signal.SIGTERM:
            process = self.start(*LONG)
            time.sleep(0.7)
            process.send_signal(number)
            _, errors = process.communicate(timeout=30)
            self.assertEqual(process.returncode, 3)
            self.assertIn("interrupted", errors)
            rows = self.read("Ball.csv").splitlines()
            self.assertGreater(len(rows), 1000)
            reached = float(rows[-1].split(",")[0])
            log = json.loads(self.read("e.json"))
            self.assertEqual(log["end"]["reason"], "interrupted")
            self.assertLess(abs(log["end"]["time"] - reached), 2)
            self.assertLess(abs(log["events"][-1]["time"] - reached), 2)

    # Binary unknowns that no valuation of satisfies the inequalities: thousands are tried at one instant,
    # each with several hundred states.
    def write_long_search(self, violated):
        binaries, states = range(14), range(800)
        self.write("Search.mo", "\n".join(
            ["model Search", "  Real x(start = 0, fixed = true), y;"]
            + [f"  Integer z{i}(min = 0, max = 1, start = 0);" for i in binaries]
            + [f"  Real w{i}(start = {1 + 0.1*i}, fixed = true);" for i in states]
            + ["equation", "  der(x) = 1;", "  y = " + " + ".join(f"{2**i}*z{i}" for i in binaries) + ";"]
            + [f"  der(w{i}) = -sin(w{i})*w{(i + 1) % 800} + 0.001*y;" for i in states]
            + [f"  {violated} + 0.001*sin({i + 1}*y) <= 0;" for i in binaries] + ["end Search;"]))

    def test_a_signal_ends_a_long_search(self):
        for violated, reached in ("1", 0.0), ("x - 0.5", 0.5):
            self.write_long_search(violated)
            for number in signal.SIGINT, signal.SIGTERM:
                process = self.start("simulate", "Search.mo", "--quiet", "--events", "e.json", "--stop", "2")
                time.sleep(1.5)
                self.assertIsNone(process.poll(), "the search is not long")
                process.send_signal(number)
                sent = time.monotonic()
                _, errors = process.communicate(timeout=30)
                self.assertLess(time.monotonic() - sent, 2)
                self.assertEqual(process.returncode, 3)
                self.assertIn("interrupted", errors)
                end = json.loads(self.read("e.json"))["end"]
                self.assertEqual(end["reason"], "interrupted")
                self.assertAlmostEqual(end["time"], reached, 2)

    def test_a_signal_ends_the_writing_of_rows(self):
        self.write("Line.mo", "model Line Real x(start = 0, fixed = true); equation der(x) = 1; end Line;")
        process = self.start("simulate", "Line.mo", "--quiet", "--stop", "1e6", "--interval", "0.01", "--output", "-")
        process.stdout.read(1000)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 3)
        self.assertIn("interrupted", errors)

    def test_what_was_computed_survives_a_full_disk(self):
        def limit_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000))

        process = self.start(*[word for word in LONG if word not in ("--events", "e.json")], preexec_fn=limit_files)
        _, errors = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 4)
        self.assertIn("cannot write `Ball.csv`: the file would exceed the allowed size; it has the results until then",
                      errors)
        text = self.read("Ball.csv")
        self.assertGreater(len(text), 1_000_000)
        self.assertTrue(text.endswith("\n"))
        self.assertEqual({line.count(",") for line in text.splitlines()}, {2})


class Columns(SaltusTest):
    RELAY = """model Relay
  Real x(start = 1, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
end Relay;
"""

    def header(self, *arguments):
        self.write("Relay.mo", self.RELAY)
        self.assert_exit(0, "simulate", "Relay.mo", "--quiet", *arguments)
        return self.read("Relay.csv").splitlines()[0]

    def test_multipliers_have_columns_from_the_first_row_on(self):
        self.assertEqual(self.header("--stop", "2"), "time,x,mode,multiplier(x > 0)")
        self.assertEqual(self.header("--stop", "0.5"), "time,x,mode,multiplier(x > 0)")
        self.assertTrue(self.read("Relay.csv").splitlines()[1].endswith(",NaN"))

    def test_multipliers_can_be_left_out(self):
        self.assertEqual(self.header("--stop", "2", "--no-multipliers"), "time,x,mode")


command.main()
