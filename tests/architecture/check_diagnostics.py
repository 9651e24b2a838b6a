#!/usr/bin/env python3
"""Every code of codes.def has a page whose example produces it, and a golden test that expects it.

usage: check_diagnostics.py SOURCE_ROOT SALTUS

The example of a page is its first ```modelica block, run with `saltus check`; a line
`<!-- run: simulate --stop 1 -->` in the page names another command. `<!-- run: none -->` is for what no model text can
produce (a missing file, a text that is too long): such a code needs no golden file either.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

LONGEST_PAGE = 40  # lines


def codes_of(root):
    text = (root / "saltus/foundation/diagnostics/codes.def").read_text(encoding="utf-8")
    return re.findall(r"^SALTUS_CODE\(\w+, (\w+)\)", text, re.MULTILINE)


def codes_in_goldens(root):
    found = set()
    for path in sorted((root / "tests/golden").rglob("*")):
        if path.suffix in (".mo", ".expected"):
            found.update(re.findall(r"\b(?:error|warning)\[(\w+)\]", path.read_text(errors="replace")))
    return found


def command_of(page):
    match = re.search(r"<!-- run: (.*?) -->", page)
    return match.group(1) if match else "check"


def produced_codes(saltus, command, example):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "Example.mo").write_text(example, encoding="utf-8")
        finished = subprocess.run([saltus, *shlex.split(command), "Example.mo"], cwd=folder, timeout=120,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return re.findall(r"\b(?:error|warning)\[(\w+)\]", finished.stdout.decode("utf-8", "replace"))


def check_page(code, page, saltus):
    """What is wrong with the page of a code."""
    if not page.startswith(f"# {code}: "):
        yield f"the page of {code} does not begin with `# {code}: `"
    if page.count("\n") > LONGEST_PAGE:
        yield f"the page of {code} has more than {LONGEST_PAGE} lines"
    for section in ("## Example", "## What to do"):
        if section not in page:
            yield f"the page of {code} has no section `{section}`"
    command = command_of(page)
    if command == "none":
        return
    example = re.search(r"```modelica\n(.*?)```", page, re.DOTALL)
    if not example:
        yield f"the page of {code} has no ```modelica example"
        return
    produced = produced_codes(saltus, command, example.group(1))
    if code not in produced:
        yield f"the example of {code} gives {', '.join(produced) or 'no diagnostic'}"


def findings(root, saltus):
    codes = codes_of(root)
    golden = codes_in_goldens(root)
    pages = {path.stem: path.read_text(encoding="utf-8") for path in (root / "docs/diagnostics").glob("?[0-9]*.md")}
    for code in codes:
        if codes.count(code) > 1:
            yield f"{code} is listed more than once"
        if code not in pages:
            yield f"{code} has no page docs/diagnostics/{code}.md"
            continue
        yield from check_page(code, pages[code], saltus)
        if code not in golden and command_of(pages[code]) != "none":
            yield f"{code} is expected by no file of tests/golden"
    for code in sorted(set(pages) - set(codes)):
        yield f"docs/diagnostics/{code}.md describes a code that does not exist"
    for code in sorted(golden - set(codes)):
        yield f"a golden file expects {code}, which does not exist"


def main():
    root, saltus = pathlib.Path(sys.argv[1]), str(pathlib.Path(sys.argv[2]).resolve())
    problems = list(findings(root, saltus))
    print("\n".join(problems) or f"{len(codes_of(root))} codes, each with a page, an example and a golden file")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
