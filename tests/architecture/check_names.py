"""Checks that messages and results of `saltus check` show only names that the author of the model wrote.

usage: check_names.py SALTUS FOLDER…   (every model below the folders)

What stands between backquotes in a message, a label, a note or an advice, and every name and condition in the results, must
consist of words of the model's own text and of the language.
"""

import json
import pathlib
import re
import subprocess
import sys

saltus, *folders = sys.argv[1:]
LANGUAGE = set("""and or not if then elseif else end true false der pre edge change sample initial terminal time start fixed
    min max nominal unit displayUnit quantity stateSelect abs sign floor ceil div mod rem integer noEvent smooth homotopy assert
    reinit when elsewhen terminate model equation parameter constant discrete input output Real Integer Boolean e E
    AssertionLevel error warning""".split())


def words(text):
    return set(re.findall(r"[A-Za-z_$][\w$]*", text))


def quoted(text):
    return " ".join(re.findall(r"`([^`]*)`", text))


def shown(report):
    """The texts of a report in which names of the model stand."""
    for diagnostic in report["diagnostics"]:
        yield from map(quoted, [diagnostic["message"], *diagnostic.get("notes", [])])
        if diagnostic["code"].startswith("S03"):  # other advice may give examples in letters of its own
            yield from map(quoted, diagnostic.get("help", []))
        for label in diagnostic.get("labels", []):
            yield quoted(label.get("text", "") if isinstance(label, dict) else label)
    modes = report.get("modes") or {}
    for entry in modes.get("faults", []) + modes.get("indices", []):
        yield entry.get("when") or ""
        yield from entry.get("determined", []) + entry.get("undetermined", [])


models, strange = 0, []
for path in sorted(path for folder in folders for path in pathlib.Path(folder).rglob("*.mo")):
    finished = subprocess.run([saltus, "check", "--json", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=60)
    try:
        report = json.loads(finished.stdout)
    except ValueError:
        strange.append(f"{path}: no JSON")
        continue
    if report["exit_code"] not in (0, 1) or report["model"] is None:
        continue  # the text is at fault, and quoted as it is
    models += 1
    own = words("\n".join(line for line in path.read_text(errors="replace").splitlines() if not line.startswith("//:")))
    for text in shown(report):
        for word in sorted(words(text) - own - LANGUAGE):
            strange.append(f"{path}: `{word}` in `{text}`")

print("\n".join(strange) or f"{models} models: every name shown is the author's")
sys.exit(bool(strange) or models < 50)
