"""Simulates an example and compares the result with expected.csv, which other means have computed.

usage: check_example.py SALTUS MODEL.mo EXPECTED.csv ALLOWED_ERROR [options of `saltus simulate`]

The error of a variable is its largest deviation, relative to its largest expected value.
"""

import csv
import pathlib
import subprocess
import sys
import tempfile


def read_columns(path):
    with open(path, newline="") as file:
        header, *rows = csv.reader(file)
    return {name: [float(row[i]) for row in rows] for i, name in enumerate(header)}


def simulate(saltus, model, times, options):
    with tempfile.TemporaryDirectory() as folder:
        result = pathlib.Path(folder) / "result.csv"
        subprocess.run([saltus, "simulate", model, "--quiet", "--derivatives", "--output", result,
                        "--times", ",".join(map(repr, times)), *options], check=True)
        return read_columns(result)


def errors(expected, actual):
    row_at = {time: row for row, time in enumerate(actual["time"])}
    for name in expected.keys() - {"time"}:
        scale = max(map(abs, expected[name])) or 1.0
        yield max(abs(value - actual[name][row_at[time]])
                  for time, value in zip(expected["time"], expected[name])) / scale, name


saltus, model, expected_path, allowed, *options = sys.argv[1:]
expected = read_columns(expected_path)
worst, variable = max(errors(expected, simulate(saltus, model, expected["time"], options)))
print(f"largest error {worst:.2e}, in {variable}; allowed {allowed}")
sys.exit(not worst <= float(allowed))
