#!/usr/bin/env python3
"""Fail when docs/rules.md does not account for every clause of the rulebook.

Each clause has one row `| clause | where it is implemented | test that proves it |`. The files
named must exist, and the test must name the clause.

usage: check_rules_map.py [ROOT]"""
import pathlib
import re
import sys

# The clauses are permanent: HAND-1 to HAND-5, and so on.
CLAUSES = {
    "HAND": 5, "BET": 11, "DEAL": 6, "PLAY": 7, "SHOW": 10, "BANK": 5, "ROT": 2, "FEE": 4,
    "BB": 3, "PAIR": 4, "PROG": 7, "GM": 8, "WA": 2, "NOTE": 3,
}  # fmt: skip

# Files under tests/ that prove nothing about the game.
NOT_PROOF = "tests/tidy"

CLAUSE = re.compile(r"[A-Z]+-\d+")


def rows_of(text):
    """(line number, clause, where, test) of each row of the table."""
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.lstrip().startswith("|") and CLAUSE.fullmatch(cells[0].strip("`* ")):
            cells += [""] * (3 - len(cells))
            yield number, cells[0].strip("`* "), cells[1], cells[2]


def files_in(cell):
    """The paths a cell names: `src/core/settle.c` (function), `tests/unit/test_settle.c`."""
    return re.findall(r"[\w.-]+(?:/[\w.-]+)+\.\w+", cell)


def clauses_named(path):
    """A clause is named as a word: BET-1 is not named by BET-10, nor by ALPHABET-1."""
    try:
        text = path.read_text()
    except UnicodeDecodeError:
        return set()
    return set(re.findall(r"(?<![\w-])[A-Z]+-\d+(?![\w])", text))


def is_test(name):
    """Tests of a page stand with its feature, all others under tests/."""
    return name.startswith("tests/") or name.startswith("web/src/") and name.endswith(".test.mjs")


def test_faults(root, clause, cell, named):
    tests = [name for name in files_in(cell) if is_test(name)]
    if not tests:
        yield f"{clause} names no test"
    for name in tests:
        if not (root / name).is_file():
            yield f"{clause}: there is no {name}"
        elif clause not in named[name]:
            yield f"{clause}: {name} does not name it"


def main(root):
    table = root / "docs" / "rules.md"
    wanted = [f"{name}-{i}" for name, count in CLAUSES.items() for i in range(1, count + 1)]
    named = {}
    for path in sorted([*(root / "tests").rglob("*"), *(root / "web" / "src").rglob("*.test.mjs")]):
        name = path.relative_to(root).as_posix()
        if path.is_file() and not name.startswith(NOT_PROOF):
            named[name] = clauses_named(path)

    faults = []
    seen = {}
    for number, clause, where, test in rows_of(table.read_text()):
        found = []
        if clause not in wanted:
            found.append(f"{clause} is no clause of the rulebook")
        if clause in seen:
            found.append(f"{clause} already stands on line {seen[clause]}")
        seen[clause] = number
        places = files_in(where)
        if not places:
            found.append(f"{clause} names no file that implements it")
        found += [f"{clause}: there is no {name}" for name in places if not (root / name).is_file()]
        found += test_faults(root, clause, test, named)
        faults += [f"docs/rules.md:{number}: {fault}" for fault in found]
    faults += [f"docs/rules.md: no row for {clause}" for clause in wanted if clause not in seen]

    if faults:
        print("\n".join(faults))
    else:
        print(f"{len(wanted)} clauses, all proved by tests")
    return bool(faults)


if __name__ == "__main__":
    here = pathlib.Path(__file__).resolve().parent.parent
    sys.exit(main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here))
