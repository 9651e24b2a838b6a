"""Checks that every relative link in the repository's Markdown files leads to a file or folder."""

import pathlib
import re
import sys

repository = pathlib.Path(sys.argv[1])
files = [file for file in sorted(repository.rglob("*.md"))
         if not {"build", ".git"} & set(file.relative_to(repository).parts)]

broken = []
for file in files:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", file.read_text(), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in target and not (file.parent / target).exists():
            broken.append(f"{file.relative_to(repository)}: `{target}` leads nowhere")

print("\n".join(broken) or f"all links lead somewhere in {len(files)} files")
sys.exit(bool(broken))
