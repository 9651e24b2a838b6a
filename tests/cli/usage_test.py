"""Mistakes on the command line get an answer in the voice of the diagnostics."""

import json

import command
from command import SaltusTest


class Usage(SaltusTest):
    def assert_usage(self, message, *arguments):
        finished = self.assert_fails(2, message, *arguments)
        self.assertTrue(finished.stderr.startswith("error[U0"), finished.stderr)
        return finished.stderr

    def test_no_command(self):
        self.assert_usage("`saltus` needs a command")

    def test_unknown_commands_get_a_suggestion(self):
        self.assertIn("did you mean `simulate`?", self.assert_usage("`simulat` is not a command", "simulat", "M.mo"))
        self.assertIn("`saltus simulate Decay.mo`", self.assert_usage("`Decay.mo` is not a command", "Decay.mo"))

    def test_unknown_options_get_a_suggestion(self):
        text = self.assert_usage("has no option `--tolerence`", "simulate", "Decay.mo", "--tolerence", "1e-3")
        self.assertIn("did you mean `--tolerance`?", text)
        text = self.assert_usage("has no option `--stpo=3`", "simulate", "Decay.mo", "--stpo=3")
        self.assertIn("did you mean `--stop`?", text)

    def test_words_beside_the_command_are_not_dropped(self):
        for words in (("--stop", "3", "simulate", "Decay.mo"), ("--stpo", "3", "simulate", "Decay.mo"),
                      ("simulate", "Decay.mo", "--", "Other.mo")):
            text = self.assert_usage("does not belong to `saltus simulate`", *words)
            self.assertIn("options come after the command", text)
        self.assert_usage("takes the file of one model only, and `check` comes after `Decay.mo`",
                          "simulate", "Decay.mo", "--output", "results.csv", "check")

    def test_flags_take_no_value(self):
        text = self.assert_usage("`--json` takes no value, not `false`", "simulate", "Decay.mo", "--json=false")
        self.assertIn("leave `--json` out", text)

    def test_options_of_other_commands_are_unknown(self):
        self.assert_usage("`saltus check` has no option `--stop`", "check", "Decay.mo", "--stop", "1")

    def test_missing_file(self):
        self.assert_usage("`saltus simulate` needs the file of one model", "simulate")

    def test_missing_value(self):
        self.assert_usage("`--stop` needs a value", "simulate", "Decay.mo", "--stop")
        self.assert_usage("`--output` needs a value, but `--quiet` follows",
                          "simulate", "Decay.mo", "--output", "--quiet")

    def test_two_files(self):
        self.assert_usage("takes the file of one model only", "check", "Decay.mo", "Wrong.mo")

    def test_numbers_are_read_strictly(self):
        for text, reason in {"abc": "it is not a number", "1,5": "it is not a number", "1.5s": "it is not a number",
                             "nan": "it is not finite", "inf": "it is not finite", "1e999": "it is out of range",
                             "0x10": "it is not a number", " 1": "it is not a number"}.items():
            self.assert_usage(f"`--stop` needs a number, not `{text}`: {reason}", "simulate", "Decay.mo",
                              "--stop", text)

    def test_tolerance_has_limits(self):
        for text in ("-1", "0", "1e-16", "0.5"):
            self.assert_usage("`--tolerance` must be between 1e-15 and 0.1", "simulate", "Decay.mo",
                              "--tolerance", text)

    def test_interval_is_not_negative(self):
        self.assert_usage("`--interval` must not be negative", "simulate", "Decay.mo", "--interval", "-0.1")

    def test_interval_must_not_flood_the_disk(self):
        self.assert_usage("gives 1e+12 rows", "simulate", "Decay.mo", "--interval", "1e-12")

    def test_times(self):
        self.assert_usage("a number is missing between its commas", "simulate", "Decay.mo", "--times", "0.1,,0.2")
        self.assert_usage("`x`: it is not a number", "simulate", "Decay.mo", "--times", "0.1,x")
        self.assert_usage("names 0.5 more than once", "simulate", "Decay.mo", "--times", "0.5,0.1,0.5")
        self.assert_usage("names 7, outside of the run from 0 to 1", "simulate", "Decay.mo", "--times", "0.5,7")

    def test_contradictions(self):
        self.assert_usage("`--interval` and `--times` exclude each other",
                          "simulate", "Decay.mo", "--interval", "0.1", "--times", "1")
        self.assert_usage("`--stop` is given 2 times", "simulate", "Decay.mo", "--stop", "1", "--stop", "2")
        self.assert_usage("`--output` and `--events` name the same file",
                          "simulate", "Decay.mo", "--output", "a", "--events", "a")
        self.assert_usage("`--output` and `--events` name the same file",
                          "simulate", "Decay.mo", "--output", "a", "--events", "./a")
        self.assert_usage("`--set` gives `k` more than one value",
                          "simulate", "Decay.mo", "--set", "k=1", "--set", "k=2")

    def test_the_model_is_not_overwritten(self):
        self.assert_usage("`--output` would overwrite the model", "simulate", "Decay.mo", "--output", "./Decay.mo")
        self.assertEqual(self.read("Decay.mo"), command.DECAY)
        self.write("Decay.csv", command.DECAY)
        self.assert_usage("the results would overwrite the model `Decay.csv`", "simulate", "Decay.csv")
        self.assertEqual(self.read("Decay.csv"), command.DECAY)
        self.assert_usage("the results would overwrite the events in `Decay.csv`",
                          "simulate", "Decay.mo", "--events", "./Decay.csv")

    def test_set_needs_name_and_value(self):
        for text in ("k", "=1", "k="):
            self.assert_usage(f"`--set` needs `parameter=value`, not `{text}`", "simulate", "Decay.mo", "--set", text)

    def test_choices(self):
        self.assert_usage("`--zeno maybe` is not known", "simulate", "Decay.mo", "--zeno", "maybe")
        self.assert_usage("`--log steps` is not known", "simulate", "Decay.mo", "--log", "steps")

    def test_several_mistakes_are_reported_at_once(self):
        text = self.assert_usage("error: 2 errors", "simulate", "Decay.mo", "--stop", "x", "--start", "y")
        self.assertIn("`--start`", text)
        self.assertIn("`--stop`", text)

    def test_programs_get_json(self):
        finished = self.assert_exit(2, "simulate", "Decay.mo", "--json", "--stop", "x")
        answer = json.loads(finished.stdout)
        self.assertEqual(answer["exit_code"], 2)
        self.assertEqual(answer["diagnostics"][0]["code"], "U0204")
        self.assertEqual(finished.stderr, "")

    def test_help_and_version(self):
        self.assertIn("usage: saltus COMMAND", self.assert_exit(0, "--help").stdout)
        for name in ("simulate", "check", "flatten", "analyze", "project", "explain"):
            self.assertIn(f"usage: saltus {name}", self.assert_exit(0, name, "--help").stdout)
        self.assertRegex(self.assert_exit(0, "--version").stdout, r"^saltus \d+\.\d+\.\d+\n$")


command.main()
