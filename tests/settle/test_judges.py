"""Whoever compares settlements can find a difference: a cent, an outcome, a clause, a line too few.

usage: test_judges.py PROGRAM"""
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE / "settle_cases.in.jsonl"
EXPECTED = HERE / "settle_cases.expected.jsonl"
count = failed = 0


def case(good, name):
    global count, failed
    count, failed = count + 1, failed + (not good)
    print(f"{'ok' if good else 'not ok'} {count} - {name}")


def judge(script, *files):
    return subprocess.run([sys.executable, "-B", HERE / script, *files], stdout=subprocess.PIPE).returncode


def first(answers, wanted):
    return next(number for number, answer in enumerate(answers) if wanted(answer))


def changes(answers):
    """(what is wrong, the answers with that)"""
    settled = first(answers, lambda a: "players" in a)
    refused = first(answers, lambda a: "error" in a)

    def other(number, change):
        copies = [json.loads(json.dumps(answer)) for answer in answers]
        change(copies[number])
        return copies

    def cent(answer):
        answer["players"][0]["net"] += 1

    def outcome(answer):
        wager = answer["players"][0]["wagers"]["ante"]
        wager["outcome"] = "push" if wager["outcome"] != "push" else "lose"

    def clause(answer):
        answer["error"]["clause"] = "BET-99"
    yield "a cent too many", other(settled, cent)
    yield "an outcome of a wager", other(settled, outcome)
    yield "a player who is missing", other(settled, lambda answer: answer["players"].pop())
    yield "another clause of a refusal", other(refused, clause)
    yield "a refusal of what is settled", other(settled, lambda a: (a.clear(), a.update(error={"clause": "INPUT"})))
    yield "an answer too few", answers[:-1]
    yield "an answer too many", answers + answers[-1:]


def main(program):
    with open(CASES, "rb") as rounds:
        said = subprocess.run([program, "settle", "--rules", HERE / "own_bets.json"], stdin=rounds, stdout=subprocess.PIPE).stdout
    answers = [json.loads(line) for line in said.splitlines()]
    with tempfile.TemporaryDirectory() as work:
        right, wrong = pathlib.Path(work, "right.jsonl"), pathlib.Path(work, "wrong.jsonl")
        right.write_bytes(said)
        case(judge("check_cases.py", EXPECTED, right) == 0, "the cases as they are pass")
        case(judge("compare.py", CASES, right, right) == 0, "an answer differs not from itself")
        for what, changed in changes(answers):
            wrong.write_text("".join(json.dumps(answer) + "\n" for answer in changed))
            case(judge("check_cases.py", EXPECTED, wrong) == 1, f"the cases show {what}")
            case(judge("compare.py", CASES, right, wrong) == 1, f"the comparison with the twin shows {what}")
    print(f"1..{count}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
