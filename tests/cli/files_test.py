"""Files that cannot be read or written."""

import os
import subprocess
import unittest

import command
from command import SaltusTest


class Reading(SaltusTest):
    def test_a_missing_file_gets_a_suggestion(self):
        self.assertIn("did you mean `Decay.mo`?",
                      self.assert_fails(4, "there is no file `Dekay.mo`", "check", "Dekay.mo").stderr)

    def test_a_missing_folder_is_named(self):
        self.assertIn("the folder `no/such` does not exist either",
                      self.assert_fails(4, "there is no file", "check", "no/such/M.mo").stderr)

    def test_a_folder_is_no_model(self):
        self.assertIn("it has the model `./BlowUp.mo`",
                      self.assert_fails(4, "`.` is a folder", "check", ".").stderr)

    def test_a_device_that_fails_is_reported(self):
        self.assert_fails(4, "cannot read `/proc/self/mem`: the device reported an error", "check", "/proc/self/mem")

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_permissions_are_named(self):
        os.chmod(self.folder / "Decay.mo", 0)
        self.assert_fails(4, "cannot read `Decay.mo`: permission denied", "check", "Decay.mo")


class Writing(SaltusTest):
    def test_a_missing_folder_is_found_before_the_run(self):
        self.assert_fails(4, "the folder `out` does not exist", "simulate", "BlowUp.mo", "--output", "out/a.csv")

    def test_a_folder_is_not_replaced(self):
        (self.folder / "a").mkdir()
        self.assert_fails(4, "cannot write `a`: it is a folder", "simulate", "Decay.mo", "--output", "a")

    def test_a_full_device_is_reported_after_the_account(self):
        finished = self.assert_exit(4, "simulate", "Decay.mo", "--output", "/dev/full")
        self.assertIn("cannot write `/dev/full`: no space is left on the device", finished.stderr)

    def test_a_full_standard_output_is_reported(self):
        with open("/dev/full", "w") as full:
            finished = subprocess.run([command.SALTUS, "check", "Decay.mo"], cwd=self.folder, stdout=full,
                                      stderr=subprocess.PIPE, text=True)
        self.assertEqual(finished.returncode, 4)
        self.assertIn("cannot write to standard output: no space is left on the device", finished.stderr)

    def test_the_event_file_is_written_even_if_the_results_are_not(self):
        self.assert_exit(4, "simulate", "Decay.mo", "--output", "/dev/full", "--events", "e.json")
        self.assertIn("e.json", self.names())

    def test_an_old_result_survives_a_run_that_cannot_begin(self):
        self.write("Wrong.csv", "old")
        self.assert_exit(1, "simulate", "Wrong.mo")
        self.assertEqual(self.read("Wrong.csv"), "old")

    def test_nothing_else_is_left_in_the_folder(self):
        before = self.names()
        self.assert_exit(0, "simulate", "Decay.mo", "--quiet")
        self.assertEqual(self.names(), sorted([*before, "Decay.csv"]))

    def test_quoted_names_of_models_make_sound_names_of_files(self):
        self.write("Odd.mo", command.DECAY.replace("Decay", "'../odd name'"))
        self.assert_exit(0, "simulate", "Odd.mo", "--quiet")
        self.assertEqual([name for name in self.names() if name.endswith(".csv")], ["____odd_name_.csv"])


command.main()
