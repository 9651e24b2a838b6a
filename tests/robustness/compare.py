#!/usr/bin/env python3
"""Runs random models that can be run in several ways that must agree:

- the text that `saltus flatten` prints, against the original;
- two copies in one model, whose variables are renamed, against one;
- rows at other times and no rows at events, against all of them: the same bits at the end.

    compare.py SALTUS [--seeds FIRST COUNT]

The number of models is that of SALTUS_MODELS if --seeds is not given. Prints the seed of each that disagrees.
"""

import argparse
import csv
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import small_models  # noqa: E402

NAMES = re.compile(r"\b([xydnbz][0-9]+)\b")
# Two runs that take other steps agree as well as each is right, on motions that do not forget.
ALLOWED = 1e-5


def two_copies(text):
    head, declarations, equations = re.match(r"(model R\n)(.*)equation\n(.*)end R;", text, re.DOTALL).groups()
    copy = [NAMES.sub(r"\1c", part) for part in (declarations, equations)]
    return head + declarations + copy[0] + "equation\n" + equations + copy[1] + "end R;\n"


class Runs:
    def __init__(self, saltus, folder):
        self.saltus, self.folder = saltus, folder

    def simulate(self, text, *options):
        """The exit code, and the last row by column."""
        (self.folder / "R.mo").write_text(text)
        results = self.folder / "R.csv"
        results.unlink(missing_ok=True)
        command = [self.saltus, "simulate", "R.mo", "--quiet", "--stop", "3", "--no-multipliers", *options]
        done = subprocess.run(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=600)
        if done.returncode != 0:
            return done.returncode, {}
        with open(results, newline="") as file:
            names, *rows = list(csv.reader(file))
        return 0, dict(zip(names, rows[-1]))

    def flattened(self, text):
        (self.folder / "R.mo").write_text(text)
        return subprocess.run([self.saltus, "flatten", "R.mo"], cwd=self.folder, stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.DEVNULL, timeout=600).stdout


def differs(a, b):
    a, b = float(a), float(b)
    return abs(a - b) > ALLOWED * max(1.0, abs(a), abs(b)) or (a != a) != (b != b)


def disagreements(runs, text):
    code, last = runs.simulate(text)
    if code != 0:
        return None
    found = []
    for way, other in (("flattened", runs.flattened(text)), ("two copies", two_copies(text))):
        other_code, values = runs.simulate(other)
        wrong = [] if other_code == 0 else [f"exit code {other_code}"]
        for name, value in values.items() if other_code == 0 else ():
            original = NAMES.sub(r"\1", name.removesuffix("c"))
            if original in last and original != "mode" and differs(last[original], value):
                wrong.append(f"{name} = {value}, not {last[original]}")
        found += [f"{way}: {what}" for what in wrong]
    for options in (("--no-event-rows",), ("--interval", "0.7"), ("--interval", "0")):
        if runs.simulate(text, *options) != (0, last):
            found.append(f"{' '.join(options)}: another last row")
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("saltus", type=pathlib.Path)
    parser.add_argument("--seeds", nargs=2, type=int, default=[1, int(os.environ.get("SALTUS_MODELS", "30"))])
    asked = parser.parse_args()
    first, count = asked.seeds
    wrong = ran = 0
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(str(asked.saltus.resolve()), pathlib.Path(folder))
        for seed in range(first, first + count):
            found = disagreements(runs, small_models.text_of(seed, calm=True))
            if found is None:
                continue
            ran += 1
            wrong += bool(found)
            for line in found:
                print(seed, line, flush=True)
    print(f"{count} models from seed {first}: {ran} ran to the end, {wrong} disagree")
    # Models that cannot be run would make the test an empty one.
    return 1 if wrong or 2 * ran < count else 0


if __name__ == "__main__":
    sys.exit(main())
