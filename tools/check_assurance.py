#!/usr/bin/env python3
"""Fail where one of the assurance pages (PAGES) cites a file that does not exist, or a test that the
file does not contain.

usage: check_assurance.py [ROOT]"""
import pathlib
import re
import sys

PAGES = ("docs/assurance.md", "docs/further-assurance.md", "docs/fault-injection.md")
CITED = re.compile(r"`((?:tests|tools|fuzz|docs)/[^`:]*)(?:: ([^`]+))?`")


def faults_of(root, page):
    text = (root / page).read_text()
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(r"\| .+ \| \s*\| ", line):
            yield f"{page}:{number}: a promise without a test"
        if re.match(r"\| .*\| \s*\|$", line):
            yield f"{page}:{number}: a promise without its last run"
        for path, name in CITED.findall(line):
            cited = root / path
            if not cited.exists():
                yield f"{page}:{number}: no such file: {path}"
            elif name and not re.search(rf"\b{re.escape(name)}\b", cited.read_text()):
                yield f"{page}:{number}: {path} has no {name}"
    if len(CITED.findall(text)) < 20:
        yield f"{page} cites fewer than 20 tests"


def main(root):
    faults = [fault for page in PAGES for fault in faults_of(root, page)]
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    root = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    sys.exit(main(pathlib.Path(root)))
