"""What README.md and docs/ say of the command line is true: commands run, options exist, shown output is printed."""

import pathlib
import re
import shlex

import command
from command import SaltusTest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def first_block(text, language):
    return re.search(rf"```{language}\n(.*?)```", text, re.DOTALL).group(1)


def options_in(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)) - {"--help", "--version"}


def synopsis():
    """Per command, what the first block of docs/command_line.md says about it."""
    lines = {}
    for line in first_block(text_of("docs/command_line.md"), "").splitlines():
        named = re.match(r"saltus ([a-z]+) ", line)
        name = named.group(1) if named else name if line.startswith(" ") else ""
        lines[name] = lines.get(name, "") + line + "\n"
    lines.pop("", None)
    return lines


class Documentation(SaltusTest):
    def help_of(self, *arguments):
        return self.assert_exit(0, *arguments, "--help").stdout

    def test_every_command_is_documented(self):
        listed = re.findall(r"^  ([a-z]+) +(?:M\.mo|F\.json|CODE) ", self.help_of(), re.MULTILINE)
        self.assertEqual(set(listed), set(synopsis()))
        message = self.run_saltus("qqqqqqqqqqqq").stderr
        self.assertEqual(set(re.findall(r"`([a-z]+)`", message.split("commands are")[1])), set(listed))

    def test_help_and_the_page_show_the_same_options(self):
        for name, text in synopsis().items():
            self.assertEqual(options_in(self.help_of(name)) - {"--output"}, options_in(text) - {"--output"}, name)

    def test_every_option_exists(self):
        for name, text in synopsis().items():
            for option in options_in(text):
                self.assertNotIn("has no option", self.run_saltus(name, "Decay.mo", option).stderr, f"{name} {option}")

    def test_the_options_of_simulate_are_explained(self):
        table = re.search(r"## simulate\n(.*?)\n## ", text_of("docs/command_line.md"), re.DOTALL).group(1)
        rows = options_in("\n".join(line for line in table.splitlines() if line.startswith("| `--")))
        self.assertEqual(options_in(synopsis()["simulate"]) - {"--model", "--set"} - rows, set())

    def test_exit_codes_are_the_same_everywhere(self):
        codes = {int(code) for code in re.findall(r"^\| (\d) \|", text_of("docs/exit_codes.md"), re.MULTILINE)}
        for text in (self.help_of(), text_of("docs/index.md")):
            said = re.search(r"[Ee]xit codes: (.*?)(?:\n\n|\Z)", text, re.DOTALL).group(1)
            self.assertEqual({int(code) for code in re.findall(r"\b(\d) ", said)}, codes)

    def assert_commands_run(self, commands):
        for line in commands:
            arguments = shlex.split(line, comments=True)[1:]
            with self.subTest(line):
                self.assert_exit(0, *arguments)

    def test_the_commands_of_the_readme_run(self):
        readme = text_of("README.md")
        self.write("Clutch.mo", first_block(readme, "modelica"))
        commands = re.findall(r"^    (saltus .*)$", readme, re.MULTILINE)
        self.assertGreater(len(commands), 5)
        self.assert_commands_run(commands)

    def test_the_run_of_the_readme_prints_what_is_shown(self):
        readme = text_of("README.md")
        shown = re.search(r"^    (Clutch: .*?)\n\n", readme, re.DOTALL | re.MULTILINE).group(1)
        model = re.search(r"`saltus simulate (\S+\.mo)` prints", readme).group(1)
        printed = self.assert_exit(0, "simulate", ROOT / model, LC_ALL="C.UTF-8").stdout
        for line in shown.splitlines():
            self.assertIn(line.removeprefix("    "), printed.splitlines())

    def test_the_commands_of_the_index_run(self):
        index = text_of("docs/index.md")
        model = first_block(index, "modelica")
        self.write("Oscillator.mo", model)
        self.write("M.mo", model)
        self.write("M.imti.json", self.assert_exit(0, "convert", "M.mo", "--to", "imti").stdout)
        self.write("actuator.json", first_block(text_of("docs/how_to/project.md"), "json"))
        commands = re.findall(r"^\| `(saltus [^`]*)` \|", index, re.MULTILINE)
        self.assertGreater(len(commands), 8)
        self.assert_commands_run(commands)

    def test_the_page_on_graphs_shows_what_is_printed(self):
        blocks = re.findall(r"```\n(.*?)```", text_of("docs/how_to/graph.md"), re.DOTALL)
        for what, shown in zip(("resets", "changes"), blocks[1:], strict=True):
            self.assertIn(shown, self.assert_exit(0, "explain", what, ROOT / "examples/clutch/Clutch.mo").stdout)

    def test_the_page_on_projections_shows_what_is_printed(self):
        page = text_of("docs/how_to/project.md")
        self.write("actuator.json", first_block(page, "json"))
        shown = re.search(r"\$ saltus project actuator.json\n(.*?)```", page, re.DOTALL).group(1)
        self.assertEqual(shown, self.assert_exit(0, "project", "actuator.json").stdout)

    def test_the_commands_of_the_examples_run(self):
        """A comment `refuses …` behind a command announces exit code 3; what stands below `$ saltus …` is printed."""
        count = 0
        for page in sorted((ROOT / "examples").glob("*/README.md")):
            for file in page.parent.glob("*"):
                self.write(file.name, file.read_bytes())
            for line, shown in re.findall(r"^    ((?:\$ )?saltus [^\n]*)\n((?:    [^\n]*\n)*)", page.read_text(), re.MULTILINE):
                for each in [line, *re.findall(r"^    (saltus .*)$", shown, re.MULTILINE)]:
                    arguments = shlex.split(each.removeprefix("$ "), comments=True)[1:]
                    finished = self.run_saltus(*arguments)
                    self.assertEqual(finished.returncode, 3 if "# refuses" in each else 0, f"{page}: {each}")
                    count += 1
                if line.startswith("$ "):
                    self.assertIn(re.sub(r"^    ", "", shown, flags=re.MULTILINE), finished.stdout, str(page))
        self.assertGreater(count, 20)


command.main()
