"""requests.py SEED COUNT: random requests, one a line: the verb, a tab, the request. Good ones, ones that
break a rule, and spoiled ones; those that solve the game are few."""
import json
import random
import sys

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
RULES = ["washington", "california-6", "california-8", "nevada", 7, None]


def cards(source, *counts):
    """Different cards, now and then with one twice or one that is none."""
    drawn = source.sample(DECK, sum(counts))
    if source.random() < 0.05:
        drawn[-1] = source.choice([drawn[0], "Xx", "1s", ""])
    groups = []
    for count in counts:
        groups.append(source.choice([" ", ""]).join(drawn[:count]))
        drawn = drawn[count:]
    return groups


def profile(source):
    change = {
        "based_on": source.choice(RULES[:4]), "name": source.choice(["mine", "W\u00fcrfel", ""]), "title": "Mine",
        "seats": source.randrange(0, 12), "chip": source.choice([50, 100, 500, 33]),
        "qualifier": source.choice(["pair", "none", "A high", "pair of 4", "two"]),
        "ante_unqualified": source.choice(["pushes", "wins"]), "colour": "red",
        "raises": {"preflop": source.choice([[4, 3], [3], [5, 1]]), "flop": [2], "river": [1]},
    }  # fmt: skip
    kept = source.sample(sorted(change), source.randrange(1, 5))
    return {"based_on": "washington", "name": "mine", "title": "Mine", **{name: change[name] for name in kept}}


def rules(source):
    return profile(source) if source.random() < 0.3 else source.choice(RULES[:4])


def settle(source):
    community, dealer, one, two = cards(source, 5, 2, 2, 2)
    name = source.choice(RULES[:3])
    ante = source.choice([500, 1000, 2500, 600, 0, 501])
    plays = [["4x"], ["3x"], ["check", "2x"], ["check", "check", "1x"], ["check", "check", "fold"], ["5x"], []]
    players = [
        {"seat": seat, "ante": ante, "blind": ante, "cards": hole, "play": source.choice(plays),
         **({"trips": 500} if source.random() < 0.5 else {})}
        for seat, hole in ((source.randrange(1, 4), one), (source.randrange(4, 7), two))
    ]  # fmt: skip
    round = {"id": source.choice([1, "r\u00e4t\"", None, [1.5]]), "rules": name, "community": community,
             "dealer": dealer, "players": players}  # fmt: skip
    if name != "washington" or source.random() < 0.05:
        round["bank"] = {"seat": source.choice([7, 8, 6]), "wager": source.choice([100, 5000, 100000])}
    elif source.random() < 0.2:
        round["rules"] = profile(source)
    return round


def odds(source, streets=(3, 5)):
    board, hole, dead = cards(source, source.choice(streets), 2, source.randrange(4))
    return {"cards": hole, "board": board, "dead": dead, "rules": rules(source),
            **({"ante": source.choice([500, 1500, 7, -1])} if source.random() < 0.2 else {})}  # fmt: skip


CHEAP = {
    "eval": lambda source: {"cards": cards(source, source.randrange(4, 9))[0]},
    "odds": odds,
    "placard": lambda source: {"rules": rules(source)},
    "rules": lambda source: {"action": source.choice(["list", "show", "check", "burn"]), "rules": rules(source)},
    "settle": settle,
}
DEAR = [
    ("par", lambda source: {"rules": source.choice(RULES[:3]), "strategy": source.choice(
        ["optimal", "simple", "timid", "bold"]), "chart": source.random() < 0.5}),
    ("par", lambda source: {"rules": profile(source)}),
    ("strategy", lambda source: {"rules": rules(source)}),
    ("odds", lambda source: odds(source, (0,))),
    ("simulate", lambda source: {"rules": source.choice(RULES[:3]), "rounds": 500, "seed": source.randrange(99),
                                 "strategy": source.choice(["simple", "optimal"]), "threads": 2}),
    ("simulate", lambda source: {"sessions": 7, "rounds_per_session": 40, "bankroll": 9000, "meter": True,
                                 "wagers": {"progressive": 100}}),
]  # fmt: skip


def spoil(source, text):
    letters = list(text)
    for _ in range(source.randrange(1, 4)):
        at = source.randrange(len(letters))
        letters[at : at + source.randrange(2)] = source.choice('{}[]",:0-9.eE\\u AKsd\u20ac\U0001f600\x01')
    return "".join(letters)


def main(seed, count):
    source = random.Random(seed)
    for i in range(count):
        if i % 25 == 24:
            verb, make = DEAR[i // 25 % len(DEAR)]
        else:
            verb, make = source.choice(sorted(CHEAP.items()))
        text = json.dumps(make(source), ensure_ascii=source.random() < 0.5)
        if make in CHEAP.values() and source.random() < 0.2:
            text = spoil(source, text)
        verb = "perhaps" if source.random() < 0.005 else verb
        sys.stdout.buffer.write(f"{verb}\t{text}\n".encode())


main(int(sys.argv[1]), int(sys.argv[2]))
