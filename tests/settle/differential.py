#!/usr/bin/env python3
"""Holds `uth settle` against answers worked out elsewhere.

    differential.py PROGRAM cases            the hand-worked cases
    differential.py PROGRAM random COUNT     COUNT random rounds of a fixed seed and as many of
                                             today's, against the twin; SEED=N replays one seed

Every seed is printed. The files of a comparison that failed are kept, and their place is printed.
"""

import datetime
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FIXED_SEED = 20260115


def python(script, *arguments):
    return [sys.executable, "-B", str(HERE / script), *map(str, arguments)]


def answer(command, rounds, answers):
    """A run with refused rounds ends in 1; anything else is a program that did not finish."""
    with open(rounds, "rb") as source, open(answers, "wb") as target:
        status = subprocess.run(command, stdin=source, stdout=target, check=False).returncode
    if status not in (0, 1):
        sys.exit(f"{' '.join(map(str, command))} ended with {status}; the rounds are in {rounds}")


def compare_cases(program):
    with tempfile.TemporaryDirectory() as work:
        answers = pathlib.Path(work, "answers.jsonl")
        command = [program, "settle", "--rules", HERE / "own_bets.json"]
        answer(command, HERE / "settle_cases.in.jsonl", answers)
        command = python("check_cases.py", HERE / "settle_cases.expected.jsonl", answers)
        return subprocess.run(command, check=False).returncode


def compare_random(program, seed, count):
    print(f"# SEED={seed}\n# tried: {count} rounds", flush=True)
    work = pathlib.Path(tempfile.mkdtemp(prefix="uth-differential-"))
    rounds = work / "rounds.jsonl"
    with open(rounds, "wb") as target:
        subprocess.run(python("random_rounds.py", "--seed", seed, "--count", count),
                       stdout=target, check=True)
    answer([program, "settle"], rounds, work / "program.jsonl")
    answer(python("settle_twin.py"), rounds, work / "twin.jsonl")
    status = subprocess.run(python("compare.py", rounds, work / "program.jsonl",
                                   work / "twin.jsonl", "program", "twin"), check=False).returncode
    if status == 0:
        for file in work.iterdir():
            file.unlink()
        work.rmdir()
    else:
        print(f"the files are in {work}")
    return status


def seeds():
    given = os.environ.get("SEED")
    if given:
        return [int(given)]
    return [FIXED_SEED, int(datetime.date.today().strftime("%Y%m%d"))]


def main(arguments):
    if len(arguments) == 2 and arguments[1] == "cases":
        return compare_cases(arguments[0])
    if len(arguments) == 3 and arguments[1] == "random" and arguments[2].isdigit():
        return max(compare_random(arguments[0], seed, arguments[2]) for seed in seeds())
    print(__doc__.strip(), file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
