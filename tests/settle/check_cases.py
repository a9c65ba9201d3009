#!/usr/bin/env python3
"""Holds answers against worked-out ones.

    check_cases.py EXPECTED ANSWERS

Both are JSON lines, in the same order. What is expected is a part of what is answered: each
field of it must stand in the answer with the same value, and the answer may say more. Lists are
compared item by item and must be equally long; items that name a seat are matched by the seat.
"""

import json
import sys


def by_seat(items):
    if items and all(isinstance(item, dict) and "seat" in item for item in items):
        return sorted(items, key=lambda item: item["seat"])
    return items


def differences(expected, answer, path=""):
    """Lines that say what is missing or other, none when the expected part is all there."""
    if isinstance(expected, dict) and isinstance(answer, dict):
        found = []
        for field, value in expected.items():
            found += differences(value, answer.get(field), f"{path}.{field}" if path else field)
        return found
    if isinstance(expected, list) and isinstance(answer, list) and len(expected) == len(answer):
        found = []
        for index, pair in enumerate(zip(by_seat(expected), by_seat(answer))):
            found += differences(*pair, f"{path}[{index}]")
        return found
    if type(expected) is type(answer) and expected == answer:
        return []
    return [f"{path}: expected {json.dumps(expected)}, answered {json.dumps(answer)}"]


def main(arguments):
    if len(arguments) != 2:
        print("usage: check_cases.py EXPECTED ANSWERS", file=sys.stderr)
        return 2
    expected, answers = ([line for line in open(name, encoding="utf-8")] for name in arguments)
    passed = failed = 0
    for number, line in enumerate(expected):
        case = json.loads(line)
        try:
            answer = json.loads(answers[number])
        except (IndexError, ValueError):
            answer = None
        found = differences(case, answer)
        passed, failed = passed + (not found), failed + bool(found)
        if found:
            print(f"FAILED {case['id']}", *found, sep="\n    ")
    for line in answers[len(expected):]:
        failed += 1
        print(f"FAILED an answer too many: {line.rstrip()}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
