#!/usr/bin/env python3
"""Fail where docs/assurance.md cites a file that is not there, or a test its file does not have.

usage: check_assurance.py [ROOT]"""
import pathlib
import re
import sys

CITED = re.compile(r"`((?:tests|tools|fuzz|docs)/[^`:]*)(?:: ([^`]+))?`")


def faults_of(root):
    page = root / "docs" / "assurance.md"
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if re.match(r"\| .+ \| \s*\| ", line):
            yield number, "a promise that no test keeps"
        for path, name in CITED.findall(line):
            cited = root / path
            if not cited.exists():
                yield number, f"no such file as {path}"
            elif name and not re.search(rf"\b{re.escape(name)}\b", cited.read_text()):
                yield number, f"{path} has no {name}"


def main(root):
    cited = len(CITED.findall((root / "docs" / "assurance.md").read_text()))
    faults = list(faults_of(root))
    for number, fault in faults:
        print(f"docs/assurance.md:{number}: {fault}")
    if cited < 20:
        print("docs/assurance.md cites next to nothing")
    return 1 if faults or cited < 20 else 0


if __name__ == "__main__":
    root = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    sys.exit(main(pathlib.Path(root)))
