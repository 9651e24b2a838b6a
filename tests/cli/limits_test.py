"""Limits of memory and of file sizes, standard streams that are closed, readers that go away, two writers of one file."""

import os
import resource
import subprocess

import command
from command import SaltusTest

# Twenty relays: about as many modes as events.
RELAYS = "model Relays\n  Real x(start = 1, fixed = true);\n" + "".join(f"  Real u{i};\n" for i in range(20)) + \
    "equation\n  der(x) = -x" + "".join(f" + u{i}" for i in range(20)) + ";\n" + \
    "".join(f"  u{i} = if sin({1 + 0.37*i:.2f}*time) > 0.01*x then 1 else -0.5*x;\n" for i in range(20)) + \
    "end Relays;\n"


def limited(kind, size):
    return lambda: resource.setrlimit(kind, (size, size))


def reserves_memory():
    """The address sanitizer reserves terabytes of addresses before main begins."""
    finished = subprocess.run([command.SALTUS, "--version"], capture_output=True, preexec_fn=limited(resource.RLIMIT_AS, 1 << 30))
    return "AddressSanitizer" in finished.stderr.decode()


class Limits(SaltusTest):
    def run_limited(self, *arguments, setup=None, **streams):
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
        return subprocess.run([command.SALTUS, *arguments], cwd=self.folder, timeout=300, preexec_fn=setup,
                              env=self.environment(), text=True, **streams)

    def skip_where_memory_is_reserved(self):
        if reserves_memory():
            self.skipTest("limits of memory cannot be set for a program with the address sanitizer")

    def assert_whole_rows(self, name):
        header, *lines = self.read(name).splitlines()
        self.assertTrue(all(line.count(",") == header.count(",") for line in lines))
        self.assertTrue(self.read(name).endswith("\n"))
        return lines

    def test_memory_ends_a_run_with_a_message_and_its_results(self):
        """However little memory there is: done, or out of memory, never a crash."""
        self.skip_where_memory_is_reserved()
        self.write("Relays.mo", RELAYS)
        codes = set()
        for megabytes in (16, 20, 24, 28, 32, 40, 48, 64, 96, 160):
            finished = self.run_limited("simulate", "Relays.mo", "--stop", "30", "--quiet",
                                        setup=limited(resource.RLIMIT_AS, megabytes << 20))
            if finished.returncode == 127:
                continue  # not enough to load the program
            codes.add(finished.returncode)
            self.assertIn(finished.returncode, (0, 6), f"{megabytes} MiB: {finished.stderr}")
            if finished.returncode == 6:
                self.assertRegex(finished.stderr, "out of memory|memory is used up")
                if "X0640" in finished.stderr and "Relays.csv" in self.names():
                    self.assert_whole_rows("Relays.csv")
        self.assertIn(0, codes)

    def test_modes_of_a_long_run_stay_within_a_limit(self):
        """5,700 events in 1,800 modes took 250 MB."""
        self.skip_where_memory_is_reserved()
        self.write("Relays.mo", RELAYS)
        arguments = ["simulate", "Relays.mo", "--stop", "200", "--interval", "1", "--quiet"]
        self.assertEqual(self.run_limited(*arguments, "--output", "free.csv").returncode, 0)
        finished = self.run_limited(*arguments, "--output", "limited.csv",
                                    setup=limited(resource.RLIMIT_AS, 120 << 20))
        self.assertEqual(finished.returncode, 0, finished.stderr)
        self.assertEqual(self.read("limited.csv"), self.read("free.csv"))

    def test_a_limit_of_file_size_is_an_error_of_writing(self):
        finished = self.run_limited("simulate", "Decay.mo", "--stop", "1000", "--interval", "0.001", "--quiet",
                                    setup=limited(resource.RLIMIT_FSIZE, 1 << 20))
        self.assertEqual(finished.returncode, 4, finished.stderr)
        self.assertIn("the file would exceed the allowed size", finished.stderr)
        self.assertNotIn("interrupted", finished.stderr)
        self.assertGreater(len(self.assert_whole_rows("Decay.csv")), 1000)
        self.assertEqual([name for name in self.names() if name.endswith(".tmp")], [])

    def test_closed_streams_are_not_mistaken_for_files(self):
        arguments = ["simulate", "Decay.mo", "--interval", "0.5", "--no-event-rows"]
        expected = "time,x\n"
        for closed in ("<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"):
            finished = subprocess.run(["sh", "-c", f"exec \"$@\" {closed}", "sh", command.SALTUS, *arguments],
                                      cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertEqual(finished.returncode, 4 if ">&-" in closed.replace("2>&-", "") else 0, closed)
            self.assertTrue(self.read("Decay.csv").startswith(expected), closed)
            self.assertEqual(len(self.read("Decay.csv").splitlines()), 4, closed)
            os.unlink(self.folder / "Decay.csv")

    def test_a_model_from_a_closed_stream_is_an_error(self):
        finished = subprocess.run(["sh", "-c", "exec \"$@\" <&-", "sh", command.SALTUS, "check", "-"],
                                  cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(finished.returncode, 4)
        self.assertIn("cannot read", finished.stderr)

    def test_a_reader_that_goes_away_is_no_news(self):
        run = subprocess.Popen([command.SALTUS, "simulate", "Decay.mo", "--stop", "1e4", "--interval", "1e-3",
                                "--output", "-", "--quiet"], cwd=self.folder, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
        self.assertEqual(run.stdout.readline(), b"time,x\n")
        run.stdout.close()
        self.assertEqual(run.stderr.read(), b"")
        run.stderr.close()
        self.assertEqual(run.wait(timeout=120), 4)

    def test_output_to_a_pipe_and_to_nothing(self):
        self.assert_exit(0, "simulate", "Decay.mo", "--output", "/dev/null", "--quiet")
        os.mkfifo(self.folder / "pipe")
        reader = subprocess.Popen(["cat", "pipe"], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        self.assert_exit(0, "simulate", "Decay.mo", "--output", "pipe", "--quiet", "--interval", "0.5")
        text, _ = reader.communicate(timeout=60)
        self.assertEqual(len(text.splitlines()), 4)

    def test_two_writers_of_one_file_leave_one_whole_result(self):
        runs = [subprocess.Popen([command.SALTUS, "simulate", "Decay.mo", "--set", f"k={k}", "--stop", "10",
                                  "--interval", "1e-4", "--output", "both.csv", "--quiet"], cwd=self.folder)
                for k in (1, 2)]
        self.assertEqual([run.wait(timeout=120) for run in runs], [0, 0])
        lines = self.assert_whole_rows("both.csv")
        self.assertEqual(len(lines), 100001)
        self.assertEqual([name for name in self.names() if name.endswith(".tmp")], [])

    def test_a_full_disk_keeps_what_was_written(self):
        """A file system of its own needs the right to mount one."""
        (self.folder / "small").mkdir()
        probe = subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", "small"], cwd=self.folder,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if probe.returncode != 0:
            self.skipTest("may not mount a file system")
        script = "mount -t tmpfs -o size=1m none small && \"$@\"; code=$?; cp small/* . ; ls -A small; exit $code"
        finished = subprocess.run(["unshare", "-m", "sh", "-c", script, "sh", command.SALTUS, "simulate", "Decay.mo",
                                   "--stop", "1000", "--interval", "0.001", "--output", "small/full.csv", "--quiet"],
                                  cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(finished.returncode, 4, finished.stderr)
        self.assertIn("no space is left on the device", finished.stderr)
        self.assertGreater(len(self.assert_whole_rows("full.csv")), 1000)
        self.assertEqual(finished.stdout.split(), ["full.csv"])


command.main()
