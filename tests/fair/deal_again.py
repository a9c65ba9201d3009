"""The program of docs/dealing.md, and rounds dealt by it: the twin of src/fair in tests."""
import json
import pathlib
import random
import re

import ed25519

HERE = pathlib.Path(__file__).resolve().parent
DOCUMENT = (HERE.parent.parent / "docs" / "dealing.md").read_text()
PROGRAM = re.search(r"```python\n(.*?)```", DOCUMENT, re.DOTALL).group(1)
VECTORS = json.loads((HERE / "vectors.json").read_text())

_made = {}
exec(PROGRAM[: PROGRAM.index("\nfor line in")], _made)  # all but what reads a file
deck, H, chacha20 = _made["deck"], _made["H"], _made["chacha20"]
roster_hash, part_commitment, place = _made["roster_hash"], _made["part_commitment"], _made["place"]


def hands(procedure, players, cards):
    """Hole cards by player, the dealer's and the board, card by card as DEAL-3 tells it."""
    cards, everyone = iter(cards), range(players + 1)  # the last one is the dealer
    board = [next(cards) for _ in range(5)] if procedure == "ace-ideal" else []
    held = [[] for _ in everyone]
    for handful in (1, 1) if procedure == "shoe" else (2,):
        for one in everyone:
            held[one] += [next(cards) for _ in range(handful)]
    return held[:-1], held[-1], board or [next(cards) for _ in range(5)]


def signed(fairness, seed=b"s" * 32):
    """The same with a signature of its roster."""
    return {**fairness, "signature": ed25519.sign(seed, roster_hash(fairness)).hex(),
            "key": ed25519.public_key(seed).hex()}


def receipt(fairness, seat, commitment, seed=b"s" * 32):
    text = place(fairness) + bytes([seat])
    text += bytes.fromhex(fairness["commitment"]) + bytes.fromhex(commitment)
    return ed25519.sign(seed, H(b"uth receipt 1", text)).hex()


def member(rng, fairness, seat, committed):
    if not committed:
        return {"seat": seat, "commitment": None, "part": None}
    part = rng.randbytes(32)
    return {"seat": seat, "commitment": part_commitment(fairness, seat, part).hex(), "part": part.hex()}


def fair_seed(rng, procedure, seats, bank=None, **numbers):
    """What a round of these seats is dealt from, but for its signature."""
    secret = rng.randbytes(32)
    fairness = {
        "scheme": 2,
        "commitment": H(b"uth commit 1", secret).hex(),
        "secret": secret.hex(),
        "table": numbers.get("table", rng.randrange(2**32)),
        "round": numbers.get("round", rng.randrange(2**53)),
        "bank": bank or 0,
        "withheld": [],
        "procedure": procedure,
        "dealt": sorted(seats),
    }
    fairness["roster"] = [member(rng, fairness, seat, rng.random() < 0.5)
                          for seat in sorted([*seats, *([bank] if bank else [])])]
    return fairness


def show_cards(record):
    """The cards that its seed deals, into the record."""
    fairness = record["fairness"]
    held, dealer, board = hands(fairness["procedure"], len(fairness["dealt"]), deck(fairness))
    record["community"], record["dealer"] = " ".join(board), " ".join(dealer)
    for player, cards in zip(record["players"], held):
        player["cards"] = " ".join(cards)
    return record


def fair_round(rng, rules, procedure, seats, bank=None, **numbers):
    """A round of these seats, dealt from a random secret and random parts."""
    record = {
        "id": f"r{rng.randrange(1000)}",
        "rules": rules,
        "options": {"procedure": procedure},
        "players": [
            {"seat": seat, "ante": 500, "blind": 500,
             "play": rng.choice((["4x"], ["check", "2x"], ["check", "check", "fold"]))}
            for seat in sorted(seats)
        ],
        "fairness": signed(fair_seed(rng, procedure, seats, bank, **numbers)),
    }  # fmt: skip
    if bank is not None:
        record["bank"] = {"seat": bank, "wager": 100000}
    return show_cards(record)


def seeded(environment):
    """The one source of randomness of a test; its seed is printed, and SEED=… repeats it."""
    seed = int(environment.get("SEED") or random.SystemRandom().randrange(2**32))
    print(f"# SEED={seed}", flush=True)
    return random.Random(seed)
