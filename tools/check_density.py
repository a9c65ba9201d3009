#!/usr/bin/env python3
"""check_density.py [ROOT]: core and ledger state their invariants; their checks do not get fewer.

Counts UTH_CHECK for each function in src/core and src/ledger. About two a function is the aim; the floors
below are what has been reached. Raise a floor when a layer has more. The evaluation of hands (hand.c,
hand_many.c, board.c) is not counted: it runs 250 million times a second, and its twin checks it instead.
"""
import pathlib
import re
import sys

FLOORS = {"core": 0.53, "ledger": 0.60}
HOT = {"hand.c", "hand_many.c", "board.c"}
FUNCTION = re.compile(r"^[a-z][^;{}=#/]*\([^;{}]*\)\n\{", re.MULTILINE)
CHECK = re.compile(r"\bUTH_CHECK\(")


def density(root, layer):
    functions = checks = 0
    for source in sorted((root / "src" / layer).glob("*.c")):
        if source.name not in HOT:
            text = source.read_text()
            functions += len(FUNCTION.findall(text))
            checks += len(CHECK.findall(text))
    return checks / functions if functions else 0.0


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[1]
    status = 0
    for layer, floor in FLOORS.items():
        have = density(root, layer)
        print(f"src/{layer}: {have:.2f} checks a function, at least {floor:.2f}")
        if have < floor:
            print(f"src/{layer}: state the invariants of new functions with UTH_CHECK", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
