"""Simulates an example and compares the result with expected.csv, which other means have computed.

usage: check_example.py SALTUS MODEL.mo EXPECTED.csv ALLOWED_ERROR [options of `saltus simulate`]

The error of a variable is its largest deviation, relative to its largest expected value. At an event the value
after it counts.

If expected_events.json lies beside EXPECTED.csv, the events file must say the same: as many events, and of each
event what the list says of it: "time", "from", "to", "crossed" (texts), "jumps", "impulses" (all that there are).
"""

import csv
import json
import math
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
        result, events = pathlib.Path(folder) / "result.csv", pathlib.Path(folder) / "events.json"
        subprocess.run([saltus, "simulate", model, "--quiet", "--derivatives", "--output", result, "--events", events,
                        "--times", ",".join(map(repr, times)), *options], check=True)
        return read_columns(result), json.loads(events.read_text())["events"]


def deviation(value, expected):
    difference = abs(value - expected)
    return difference if difference == difference else math.inf  # not a number is as wrong as can be


def result_errors(expected, actual):
    row_at = {time: row for row, time in enumerate(actual["time"])}
    for name in expected.keys() - {"time"}:
        scale = max(map(abs, expected[name])) or 1.0
        yield max(deviation(actual[name][row_at[time]], value)
                  for time, value in zip(expected["time"], expected[name])) / scale, name


def numbers_of(event):
    """Every number of an event with its name; numbers of one name share their scale."""
    yield "the event's time", event["time"]
    for name, (left, right) in event.get("jumps", {}).items():
        yield name, left
        yield name, right
    for name, impulse in event.get("impulses", {}).items():
        yield f"the impulse of {name}", impulse["weight"]


def texts_of(event):
    """What must agree to the letter."""
    texts = {key: event[key] for key in ("from", "to") if key in event}
    if "crossed" in event:
        texts["crossed"] = [crossed["text"] if isinstance(crossed, dict) else crossed for crossed in event["crossed"]]
    if "jumps" in event:
        texts["jumps"] = sorted(event["jumps"])
    if "impulses" in event:
        texts["impulses"] = {name: impulse["order"] for name, impulse in sorted(event["impulses"].items())}
    return texts


def event_differences(expected, actual):
    if len(expected) != len(actual):
        yield f"{len(actual)} events, expected {len(expected)}"
    for number, (wanted, found) in enumerate(zip(expected, actual), start=1):
        found_texts = texts_of(found)
        for key, text in texts_of(wanted).items():
            if found_texts[key] != text:
                yield f"event {number}, {key}: {found_texts[key]}, expected {text}"


def event_errors(expected, actual):
    scales = {}
    for event in expected:
        for name, value in numbers_of(event):
            scales[name] = max(scales.get(name, 0.0), abs(value))
    for wanted, found in zip(expected, actual):
        found_with_same_keys = {key: found[key] for key in wanted}
        for (name, value), (_, other) in zip(sorted_numbers(wanted), sorted_numbers(found_with_same_keys)):
            yield deviation(other, value) / (scales[name] or 1.0), name


def sorted_numbers(event):
    return sorted(numbers_of(event), key=lambda pair: pair[0])


saltus, model, expected_path, allowed, *options = sys.argv[1:]
expected = read_columns(expected_path)
result, events = simulate(saltus, model, expected["time"], options)
found_errors = list(result_errors(expected, result))

events_path = pathlib.Path(expected_path).with_name("expected_events.json")
if events_path.exists():
    expected_events = json.loads(events_path.read_text())
    differences = list(event_differences(expected_events, events))
    if differences:
        sys.exit("\n".join(differences))
    found_errors += event_errors(expected_events, events)

worst, variable = max(found_errors)
print(f"largest error {worst:.2e}, in {variable}; allowed {allowed}")
sys.exit(not worst <= float(allowed))
