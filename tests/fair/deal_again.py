"""The program of docs/dealing.md, and rounds dealt by it: the twin of fair_deck() in tests."""
import json
import pathlib
import random
import re

HERE = pathlib.Path(__file__).resolve().parent
DOCUMENT = (HERE.parent.parent / "docs" / "dealing.md").read_text()
PROGRAM = re.search(r"```python\n(.*?)```", DOCUMENT, re.DOTALL).group(1)
VECTORS = json.loads((HERE / "vectors.json").read_text())

_made = {}
exec(PROGRAM[: PROGRAM.index("\nfor line in")], _made)  # all but what reads a file
deck, H, chacha20 = _made["deck"], _made["H"], _made["chacha20"]


def hands(procedure, players, cards):
    """Hole cards by player, the dealer's and the board, card by card as DEAL-3 tells it."""
    cards, everyone = iter(cards), range(players + 1)  # the last one is the dealer
    board = [next(cards) for _ in range(5)] if procedure == "ace-ideal" else []
    held = [[] for _ in everyone]
    for handful in (1, 1) if procedure == "shoe" else (2,):
        for one in everyone:
            held[one] += [next(cards) for _ in range(handful)]
    return held[:-1], held[-1], board or [next(cards) for _ in range(5)]


def fair_round(rng, rules, procedure, seats, bank=None, **numbers):
    """A round of these seats, dealt from a random secret."""
    secret = rng.randbytes(32)
    fairness = {
        "commitment": H(b"uth commit 1", secret).hex(),
        "secret": secret.hex(),
        "table": numbers.get("table", rng.randrange(2**32)),
        "round": numbers.get("round", rng.randrange(2**53)),
        "contributions": [
            {"seat": seat, "bytes": rng.randbytes(rng.randint(1, 32)).hex()}
            for seat in seats
            if rng.random() < 0.5
        ],
        "procedure": procedure,
        "dealt": sorted(seats),
    }
    held, dealer, board = hands(procedure, len(seats), deck(fairness))
    record = {
        "id": f"r{rng.randrange(1000)}",
        "rules": rules,
        "options": {"procedure": procedure},
        "community": " ".join(board),
        "dealer": " ".join(dealer),
        "players": [
            {"seat": seat, "ante": 500, "blind": 500, "cards": " ".join(cards),
             "play": rng.choice((["4x"], ["check", "2x"], ["check", "check", "fold"]))}
            for seat, cards in zip(sorted(seats), held)
        ],
        "fairness": fairness,
    }  # fmt: skip
    if bank is not None:
        record["bank"] = {"seat": bank, "wager": 100000}
    return record


def seeded(environment):
    """The one source of randomness of a test; its seed is printed, and SEED=… repeats it."""
    seed = int(environment.get("SEED") or random.SystemRandom().randrange(2**32))
    print(f"# SEED={seed}", flush=True)
    return random.Random(seed)
