#!/usr/bin/env python3
"""Runs random small models and looks for runs that never end, internal errors, crashes, and NaN in results of runs that succeed.

    hunt.py SALTUS [--seeds FIRST COUNT] [--seconds CPU] [--keep FOLDER] [--expect-none]

Prints one line per finding, `SEED KIND …`, and at the end how the runs ended. `hunt.py --show SEED` prints a model.
"""

import argparse
import collections
import concurrent.futures
import csv
import json
import math
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import small_models  # noqa: E402

MEMORY = 4 << 30


def limits(seconds):
    def set_limits():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return set_limits


def holes(results, events):
    """Columns with NaN at times when no variable is impulsive."""
    impulsive = {(event["time"], name) for event in events for name in event.get("impulses", {})}
    found = set()
    with open(results, newline="") as file:
        rows = csv.reader(file)
        names = next(rows)
        for row in rows:
            for name, cell in zip(names[1:], row[1:]):
                if name.startswith(("multiplier(", "reaction(")) or math.isfinite(float(cell)):
                    continue
                if (float(row[0]), name) not in impulsive:
                    found.add(name)
    return sorted(found)


def run(saltus, text, seconds, options=()):
    """How one model ends: a word, and more about it."""
    with tempfile.TemporaryDirectory() as folder:
        model, results, events = (os.path.join(folder, name) for name in ("R.mo", "R.csv", "R.json"))
        pathlib.Path(model).write_text(text)
        command = [saltus, "simulate", model, "--quiet", "--output", results, "--events", events, *options]
        try:
            done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60*seconds,
                                  preexec_fn=limits(seconds), errors="replace")
        except subprocess.TimeoutExpired:
            return "hang", "waits"
        first = next((line for line in done.stderr.splitlines() if line.strip()), "")
        if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return "hang", ""
        if done.returncode < 0:
            return "crash", signal.Signals(-done.returncode).name
        if done.returncode == 0 and os.path.exists(results):
            nan = holes(results, json.load(open(events))["events"])
            return ("nan", " ".join(nan)) if nan else ("0", "")
        if done.returncode in (1, 2, 3, 4):
            return str(done.returncode), first[:10]
        return "internal", first


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("saltus", nargs="?")
    parser.add_argument("--seeds", nargs=2, type=int, default=[1, int(os.environ.get("SALTUS_MODELS", "60"))])
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--show", type=int)
    parser.add_argument("--expect-none", action="store_true")
    asked = parser.parse_args()
    if asked.show is not None:
        print(small_models.text_of(asked.show), end="")
        return 0
    first, count = asked.seeds
    ends, found = collections.Counter(), 0

    def one(seed):
        text = small_models.text_of(seed)
        return seed, text, run(str(pathlib.Path(asked.saltus).resolve()), text, asked.seconds)

    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        for seed, text, (kind, more) in pool.map(one, range(first, first + count)):
            ends[kind if kind != "3" and kind != "1" else f"{kind} {more}"] += 1
            if kind.isdigit():
                continue
            found += 1
            print(seed, kind, more, flush=True)
            if asked.keep:
                os.makedirs(asked.keep, exist_ok=True)
                pathlib.Path(asked.keep, f"{seed}_{kind}.mo").write_text(text)
    print(f"{count} models from seed {first}:", ", ".join(f"{end}: {n}" for end, n in sorted(ends.items())))
    return 1 if asked.expect_none and found else 0


if __name__ == "__main__":
    sys.exit(main())
