#!/usr/bin/env python3
"""Runs every model below a folder through the command line and compares what it prints.

usage: run_goldens.py SALTUS GOLDEN_ROOT [--update] [--only TEXT]

A case is a file `case.mo` that begins with the command and ends with its output:

    //: $ saltus check
    //: exit 1
    model M … end M;

    //: error[…]: …

The file itself is the last argument of the command. The exit code is 1 for `fail_*.mo` and 0 for the others unless
there is an `exit` line. Where the text cannot hold comments (an unterminated string swallows them), the same lines
stand, without the prefix, in a file `case.expected` beside it; so they do for models in matrices, `case.imti.json`.
"""

import argparse
import difflib
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

PREFIX = "//:"
TIME_LIMIT = 120  # seconds


class Case:
    def __init__(self, path):
        self.path = path
        self.beside = path.with_suffix(".expected")
        if self.beside.exists():
            self.body, lines = None, read_lines(self.beside)
        else:
            self.body, lines = split_expectation(read_lines(path))
        self.default_exit = 1 if path.name.startswith("fail_") else 0
        self.exit = self.default_exit
        self.command = None
        if lines and lines[0].startswith("$ saltus "):
            self.command = shlex.split(lines.pop(0))[2:]
        if lines and lines[0].startswith("exit "):
            self.exit = int(lines.pop(0).split()[1])
        self.expected = lines

    def run(self, saltus):
        environment = dict(os.environ, NO_COLOR="1", TERM="dumb", COLUMNS="80")
        # In a folder of its own: a run may write its results there.
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(self.path, folder)
            finished = subprocess.run(
                [saltus, *self.command, self.path.name], cwd=folder, env=environment, timeout=TIME_LIMIT,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        lines = finished.stdout.decode("utf-8", "surrogateescape").splitlines()
        while lines and not lines[-1]:
            lines.pop()
        return finished.returncode, lines

    def difference(self, code, lines):
        expected = [f"exit {self.exit}", *self.expected]
        actual = [f"exit {code}", *lines]
        return list(difflib.unified_diff(expected, actual, "expected", "actual", lineterm=""))

    def update(self, code, lines):
        header = ["$ saltus " + shlex.join(self.command)]
        if code != self.default_exit:
            header.append(f"exit {code}")
        if self.body is None:
            write_lines(self.beside, header + lines)
            return
        write_lines(self.path, [*commented(header), *self.body, "", *commented(lines)] if lines
                    else [*commented(header), *self.body])


def split_expectation(lines):
    """The model without the header and the output; and those two without their prefix."""
    while lines and not lines[-1].strip():
        lines.pop()
    header, first = [], 0
    while first < len(lines) and lines[first].startswith((PREFIX + " $ ", PREFIX + " exit ")):
        header.append(lines[first])
        first += 1
    last = len(lines)
    while last > first and lines[last - 1].startswith(PREFIX):
        last -= 1
    body = lines[first:last]
    while body and not body[-1].strip():
        body.pop()
    return body, [line[len(PREFIX) + 1:] for line in header + lines[last:]]


def commented(lines):
    return [f"{PREFIX} {line}".rstrip() for line in lines]


def read_lines(path):
    return path.read_bytes().decode("utf-8", "surrogateescape").split("\n")


def write_lines(path, lines):
    path.write_bytes(("\n".join(lines) + "\n").encode("utf-8", "surrogateescape"))


def strip_end(lines):
    while lines and not lines[-1]:
        lines.pop()
    return lines


def check(case, arguments):
    """True if the case passes, or was updated."""
    if case.command is None:
        print(f"FAILED {case.path}: the first line is not `{PREFIX} $ saltus …`")
        return False
    try:
        code, lines = case.run(arguments.saltus)
    except subprocess.TimeoutExpired:
        print(f"FAILED {case.path}: still running after {TIME_LIMIT} s")
        return False
    case.expected = strip_end(case.expected)
    difference = case.difference(code, [line.rstrip() for line in lines])
    if not difference:
        return True
    if arguments.update and code >= 0:
        case.update(code, [line.rstrip() for line in lines])
        print(f"updated {case.path}")
        return True
    print(f"FAILED {case.path}")
    sys.stdout.buffer.write(("\n".join(difference) + "\n\n").encode("utf-8", "replace"))
    sys.stdout.flush()
    return False


def main():
    parser = argparse.ArgumentParser(description="compares what the command line prints with golden files")
    parser.add_argument("saltus", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--update", action="store_true", help="rewrite what differs")
    parser.add_argument("--only", default="", help="cases whose path contains this text")
    arguments = parser.parse_args()
    paths = [path for path in sorted([*arguments.root.rglob("*.mo"), *arguments.root.rglob("*.imti.json")])
             if arguments.only in str(path)]
    passed = sum(check(Case(path), arguments) for path in paths)
    print(f"{passed} passed, {len(paths) - passed} failed")
    return 0 if passed == len(paths) and paths else 1


if __name__ == "__main__":
    sys.exit(main())
