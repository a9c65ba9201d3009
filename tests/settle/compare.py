#!/usr/bin/env python3
"""Compares two adjudicators' answers on the same rounds.

    compare.py INPUT ANSWERS_A ANSWERS_B [LABEL_A LABEL_B]

Only the fields the contract names are compared, so either side may say more. Players, fees and
awards are matched by seat, their order is free. A message is free, a clause is not. The first
differences are printed with the round they belong to. Exit 1 on any difference.
"""

import json
import sys

SHOWN_MAX = 10


def pick(value, fields):
    """Only these fields, and only where they stand; what is no object stays as it is."""
    if not isinstance(value, dict):
        return value
    return {field: value[field] for field in fields if field in value}


def by_seat(items, part):
    """A list of objects as an object named by seats. A seat that stands twice shows."""
    if not isinstance(items, list):
        return items
    named = {}
    for item in items:
        name = f"seat {item.get('seat')}" if isinstance(item, dict) else repr(item)
        while name in named:
            name += " again"
        named[name] = part(item)
    return named


def player_part(player):
    found = pick(player, ("seat", "hand", "result", "net", "wagers"))
    if isinstance(found, dict) and isinstance(found.get("wagers"), dict):
        found["wagers"] = {name: pick(wager, ("stake", "outcome", "net"))
                           for name, wager in found["wagers"].items()}
    return found


def fees_part(fees):
    found = pick(fees, ("player_dealer", "players"))
    if isinstance(found, dict) and "players" in found:
        found["players"] = by_seat(found["players"], lambda fee: pick(fee, ("seat", "fee")))
    return found


def award_part(award):
    return pick(award, ("seat", "line", "amount", "from_meter", "from_house"))


def progressive_part(progressive):
    found = pick(progressive, ("meter", "awards"))
    if isinstance(found, dict):
        if "meter" in found:
            found["meter"] = pick(found["meter"], ("amount", "carry", "reserve"))
        if "awards" in found:
            found["awards"] = by_seat(found["awards"], award_part)
    return found


PARTS = {
    "error": lambda error: pick(error, ("clause",)),
    "dealer": lambda dealer: pick(dealer, ("hand", "qualifies")),
    "fees": fees_part,
    "players": lambda players: by_seat(players, player_part),
    "bank": lambda bank: pick(bank, ("seat", "wager", "net")),
    "progressive": progressive_part,
}


def contract_part(line, named):
    """What the contract says of an answer. The id counts only where the round had one."""
    try:
        answer = json.loads(line)
    except ValueError:
        return {"no JSON": line}
    if not isinstance(answer, dict):
        return {"no object": line}
    found = {field: part(answer[field]) for field, part in PARTS.items() if field in answer}
    if named:
        found["id"] = answer.get("id")
    return found


def differences(a, b, path=""):
    if isinstance(a, dict) and isinstance(b, dict):
        found = []
        for field in list(a) + [field for field in b if field not in a]:
            name = f"{path}.{field}" if path else field
            if field not in a or field not in b:
                found.append((name, a.get(field, "absent"), b.get(field, "absent")))
            else:
                found += differences(a[field], b[field], name)
        return found
    return [] if type(a) is type(b) and a == b else [(path, a, b)]


def has_id(line):
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and isinstance(value.get("id"), str)


def lines_of(name):
    with open(name, encoding="utf-8", errors="replace") as file:
        return [line.rstrip("\n") for line in file]


def show(number, line, found, labels):
    print(f"round {number}: {line}")
    for path, a, b in found:
        print(f"    {path}: {labels[0]} {json.dumps(a)}, {labels[1]} {json.dumps(b)}")


def main(arguments):
    if len(arguments) not in (3, 5):
        print("usage: compare.py INPUT ANSWERS_A ANSWERS_B [LABEL_A LABEL_B]", file=sys.stderr)
        return 2
    rounds, first, second = (lines_of(name) for name in arguments[:3])
    labels = arguments[3:] or ["A", "B"]
    passed = failed = 0
    for index in range(max(len(rounds), len(first), len(second))):
        line, a, b = (lines[index] if index < len(lines) else None
                      for lines in (rounds, first, second))
        if line is None or a is None or b is None:
            found = [("lines", *("absent" if x is None else "present" for x in (a, b)))]
        else:
            named = has_id(line)
            found = differences(contract_part(a, named), contract_part(b, named))
        passed, failed = passed + (not found), failed + bool(found)
        if found and failed <= SHOWN_MAX:
            show(index + 1, line, found, labels)
    if failed > SHOWN_MAX:
        print(f"… and {failed - SHOWN_MAX} more rounds that differ")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
