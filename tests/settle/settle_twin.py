#!/usr/bin/env python3
"""Adjudicates rounds of Ultimate Texas Hold'em, slowly and plainly.

This is the second opinion beside the real adjudicator: written from the rulebook alone, with no
regard for speed, so that each line can be held against its clause. It reads one round as JSON on
each line and writes one answer for each, in order.

    settle_twin.py [FILE]          exit 0: all settled, 1: a round was refused, 2: wrong usage

A round goes through four steps, and only the first two can refuse it:

    read_round     the shape: fields, types, cards, seats, options      INPUT (and BET-8, fractions)
    check_round    the rules a round can break                          HAND, BANK, BET, PROG, PLAY
    due_*          what each wager should win or lose, wager by wager   SHOW, BB, PAIR, PROG
    walk_of        the order in which money moves                       SHOW-9, BANK-4
    cover_*        what the player-dealer's wager pays for (California) BANK-3

Awards that were confirmed beforehand are not taken: a round that lists them is refused.
Descriptions of hands in words are not produced: their wording is not settled by the rulebook.
Amounts are whole cents everywhere.
"""

import itertools
import json
import re
import sys

# ------------------------------------------------------------------------------------------------
# Tables
# ------------------------------------------------------------------------------------------------

RANKS = "23456789TJQKA"
SUITS = "cdhs"
TEN, JACK, QUEEN, KING, ACE = 10, 11, 12, 13, 14

HANDS = ("high card", "pair", "two pairs", "three of a kind", "straight", "flush", "full house",
         "four of a kind", "straight flush", "royal flush")

# To 1, as (numerator, denominator). A hand that is not in the table pays nothing.
BLIND = {"royal flush": (500, 1), "straight flush": (50, 1), "four of a kind": (10, 1),
         "full house": (3, 1), "flush": (3, 2), "straight": (1, 1)}


def table(hands, pays):
    return {hand: (pay, 1) for hand, pay in zip(hands, pays)}


TRIPS_HANDS = ("royal flush", "straight flush", "four of a kind", "full house", "flush",
               "straight", "three of a kind")
TRIPS = {
    "UTH-01": table(TRIPS_HANDS, (50, 40, 30, 9, 7, 4, 3)),
    "UTH-02": table(TRIPS_HANDS, (50, 40, 30, 8, 6, 5, 3)),
    "UTH-03": table(TRIPS_HANDS, (50, 40, 30, 8, 7, 4, 3)),
    "UTH-04": table(TRIPS_HANDS, (50, 40, 20, 7, 6, 5, 3)),
}

BAD_BEAT_HANDS = TRIPS_HANDS[1:]  # a royal flush is never beaten
BAD_BEAT = {
    "BBB-01": table(BAD_BEAT_HANDS, (10000, 500, 40, 25, 20, 9)),
    "BBB-02": table(BAD_BEAT_HANDS, (7500, 500, 50, 30, 20, 9)),
    "BBB-03": table(BAD_BEAT_HANDS, (2500, 500, 50, 30, 20, 9)),
}

# The lines of a table stand highest first; the first that the cards show is the one that pays.
PAIRS = {
    1: (("aces", 30), ("ace-king suited", 25), ("ace-queen or ace-jack suited", 20),
        ("ace-king", 15), ("kings, queens or jacks", 10), ("ace-queen or ace-jack", 5),
        ("any pair", 3)),
    2: (("aces for player and dealer", 1000), ("aces", 30), ("ace-king suited", 25),
        ("ace-queen or ace-jack suited", 20), ("ace-king", 15), ("kings, queens or jacks", 10),
        ("ace-queen or ace-jack", 5), ("any pair", 3)),
    3: (("aces", 30), ("ace-face suited", 20), ("ace-face", 10), ("any pair", 5)),
    4: (("red aces", 100), ("aces", 30), ("ace-face suited", 20), ("ace-face", 10),
        ("any pair", 4)),
    5: (("red aces", 50), ("aces", 25), ("ace-face suited", 20), ("ace-face", 10),
        ("any pair", 5)),
    6: (("aces", 25), ("ace-face suited", 20), ("ace-face", 10), ("any pair", 5)),
}

# For 1: the stake is kept. The two royal flushes that need a hole card are a share of the meter.
PROGRESSIVE_STAKE = 100
PROGRESSIVE_PERCENT = {"royal flush, first five": 100, "royal flush, seven cards": 5}
PROGRESSIVE_FIXED = {"community royal flush": 3000, "straight flush": 250, "four of a kind": 100,
                     "full house": 10}
METER_PERCENT, RESERVE_PERCENT = 20, 2
CARRY_UNIT = 10000  # a cent is ten thousand units of carry

CHIP = 100

# Collection schedules: limit per spot, (printed minimum of total action, player-dealer's fee),
# and what one player pays for one game circle.
CALIFORNIA_8 = {
    1: ((500, 30000),
        ((500, 100), (5100, 200), (10100, 300), (20100, 600), (30100, 900)), 0),
    2: ((2500, 100000),
        ((2500, 300), (20100, 600), (40100, 1200), (60100, 1500), (80100, 2000)), 0),
    3: ((10000, 200000),
        ((10000, 600), (40100, 1500), (80100, 2000), (120100, 2500), (160100, 3000)), 0),
}
CALIFORNIA_6 = {
    1: ((500, 5000), ((500, 100), (5100, 200)), 50),
    2: ((500, 5000), ((500, 50), (5100, 200), (30100, 300)), 0),
}

# Options: the default first, then the other values allowed.
CALIFORNIA_OPTIONS = {"coverage": ("payoffs", "net", "gross"), "player_fee_per": ("circle", "spot"),
                      "fold_keeps_trips": (True, False)}
WASHINGTON_OPTIONS = {"trips": tuple(TRIPS), "bad_beat": tuple(BAD_BEAT), "pairs": tuple(PAIRS),
                      "fixed_pays_from": ("tray", "meter"), "fold_keeps_trips": (True, False)}

# SHOW-9: at each seat wagers are settled in one of these orders. The last two of the side wagers are
# Washington's, where the order moves no money.
SIDE_ORDER = ("trips", "bad_beat", "pairs", "progressive")
ANTE_FIRST = ("ante", "play", "blind") + SIDE_ORDER
PLAY_FIRST = ("play", "ante", "blind") + SIDE_ORDER

PROFILES = {
    "california-8": {
        "seats": 8, "banked": True, "schedules": CALIFORNIA_8, "side_wagers": ("trips",),
        "order_won": ANTE_FIRST, "order_lost": PLAY_FIRST,
        "options": {"collection": (1, 2, 3), **CALIFORNIA_OPTIONS},
    },
    "california-6": {
        "seats": 6, "banked": True, "schedules": CALIFORNIA_6, "side_wagers": ("trips",),
        "order_won": ANTE_FIRST, "order_lost": ANTE_FIRST,
        "options": {"collection": (1, 2), **CALIFORNIA_OPTIONS},
    },
    "washington": {
        "seats": 7, "banked": False, "ante_limit": (500, 7500), "side_limit": (100, 30000),
        "side_wagers": ("trips", "bad_beat", "pairs", "progressive"),
        "order_won": ANTE_FIRST, "order_lost": ANTE_FIRST,
        "options": WASHINGTON_OPTIONS,
    },
}
SIDE_WAGERS = PROFILES["washington"]["side_wagers"]
GAMES_MAX = 4

# What may be said on each street, and how many Antes it stakes. A number ends the decisions.
STREETS = (
    {"check": None, "3x": 3, "4x": 4},
    {"check": None, "2x": 2},
    {"fold": 0, "1x": 1},
)

INT64_MIN, INT64_MAX = -2**63, 2**63 - 1


# ------------------------------------------------------------------------------------------------
# Hands
# ------------------------------------------------------------------------------------------------
# A card is (rank, suit): (14, "s") is the ace of spades. A hand's strength is a pair, the index
# in HANDS and then the ranks in the order in which they are compared; strengths compare as tuples.

def strength_of_five(cards):
    ranks = [rank for rank, _ in cards]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = tuple(count for count, _ in groups)
    order = tuple(rank for _, rank in groups)

    flush = len({suit for _, suit in cards}) == 1
    straight_top = None
    if shape == (1, 1, 1, 1, 1):
        if order[0] - order[4] == 4:
            straight_top = order[0]
        elif order == (ACE, 5, 4, 3, 2):
            straight_top = 5

    if straight_top and flush:
        name = "royal flush" if straight_top == ACE else "straight flush"
    elif straight_top:
        name = "straight"
    elif flush:
        name = "flush"
    else:
        name = {(4, 1): "four of a kind", (3, 2): "full house", (3, 1, 1): "three of a kind",
                (2, 2, 1): "two pairs", (2, 1, 1, 1): "pair",
                (1, 1, 1, 1, 1): "high card"}[shape]
    return HANDS.index(name), (straight_top,) if straight_top else order


def strength_of_seven(cards):
    """HAND-3: the best of the twenty-one."""
    return max(strength_of_five(five) for five in itertools.combinations(cards, 5))


def name_of(strength):
    return HANDS[strength[0]]


# ------------------------------------------------------------------------------------------------
# Reading: what is no round at all
# ------------------------------------------------------------------------------------------------

class Refused(Exception):
    def __init__(self, clause, message):
        super().__init__(message)
        self.clause = clause


def refuse(clause, message):
    raise Refused(clause, message)


def object_of_pairs(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        refuse("INPUT", "a field is given twice")
    return dict(pairs)


def read_json(text):
    def no_constant(name):
        refuse("INPUT", f"{name} is not JSON")

    try:
        return json.loads(text, object_pairs_hook=object_of_pairs, parse_constant=no_constant)
    except (ValueError, RecursionError) as error:
        raise Refused("INPUT", f"not JSON: {error}") from None


def read_fields(value, what, required, optional=()):
    if not isinstance(value, dict):
        refuse("INPUT", f"{what} is not an object")
    for field in value:
        if field not in required and field not in optional:
            refuse("INPUT", f"{what} has an unknown field {field!r}")
    for field in required:
        if field not in value:
            refuse("INPUT", f"{what} has no {field!r}")


def read_amount(value, what):
    """A wager in cents. Negative amounts are numbers; the limits refuse them later."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        refuse("INPUT", f"{what} is not a number")
    if not INT64_MIN <= value <= INT64_MAX:
        refuse("INPUT", f"{what} does not fit in 64 bits")
    if isinstance(value, float):
        refuse("BET-8", f"{what} is not in whole cents")
    return value


def read_integer(value, what, low, high):
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        refuse("INPUT", f"{what} is not an integer from {low} to {high}")
    return value


def read_cards(value, what, count):
    if not isinstance(value, str):
        refuse("INPUT", f"{what} is not a list of cards")
    names = value.split(" ")
    if len(names) != count:
        refuse("INPUT", f"{what} is not {count} cards")
    for name in names:
        if len(name) != 2 or name[0] not in RANKS or name[1] not in SUITS:
            refuse("INPUT", f"{what}: no such card {name!r}")
    return [(RANKS.index(name[0]) + 2, name[1]) for name in names]


def read_options(value, profile):
    allowed = profile["options"]
    read_fields(value, "options", (), tuple(allowed))
    options = {name: values[0] for name, values in allowed.items()}
    for name, chosen in value.items():
        # True equals 1 in this language, hence the comparison of types.
        if not any(type(chosen) is type(v) and chosen == v for v in allowed[name]):
            refuse("INPUT", f"no such {name}: {chosen!r}")
        options[name] = chosen
    return options


def read_play(value):
    if not isinstance(value, list):
        refuse("INPUT", "play is not a list")
    for word in value:
        if not isinstance(word, str) or not re.fullmatch(r"check|fold|[0-9]+x", word):
            refuse("INPUT", f"no such decision {word!r}")
    return value


def read_player(value, profile):
    read_fields(value, "a player", ("seat", "cards", "play"), ("ante", "blind") + SIDE_WAGERS)
    player = {
        "seat": read_integer(value["seat"], "seat", 1, profile["seats"]),
        "cards": read_cards(value["cards"], "cards", 2),
        "decisions": read_play(value["play"]),
    }
    for wager in ("ante", "blind") + SIDE_WAGERS:
        player[wager] = read_amount(value.get(wager, 0), wager)
    return player


def read_bank(value, profile):
    read_fields(value, "bank", ("seat",), ("wager",))
    return {"seat": read_integer(value["seat"], "bank seat", 1, profile["seats"]),
            "wager": read_amount(value.get("wager", 0), "bank wager")}


def read_meter(value):
    fields = ("amount", "carry", "reserve", "seed")
    read_fields(value, "meter", fields)
    for field in fields:
        high = CARRY_UNIT - 1 if field == "carry" else INT64_MAX
        read_integer(value[field], f"meter {field}", 0, high)
    return dict(value)


def read_round(value):
    read_fields(value, "the round", ("id", "rules", "community", "dealer", "players"),
                ("options", "bank", "meter"))
    if not isinstance(value["id"], str):
        refuse("INPUT", "id is not a string")
    if not isinstance(value["rules"], str) or value["rules"] not in PROFILES:
        refuse("INPUT", "no such rules")
    profile = PROFILES[value["rules"]]
    if not isinstance(value["players"], list) or not value["players"]:
        refuse("INPUT", "players is not a list of players")
    for field, stands in (("bank", profile["banked"]), ("meter", not profile["banked"])):
        if field in value and not stands:
            refuse("INPUT", f"{field} does not belong in these rules")
    return {
        "profile": profile,
        "options": read_options(value.get("options", {}), profile),
        "bank": read_bank(value["bank"], profile) if "bank" in value else None,
        "meter": read_meter(value["meter"]) if "meter" in value else None,
        "community": read_cards(value["community"], "community", 5),
        "dealer": read_cards(value["dealer"], "dealer", 2),
        "players": [read_player(player, profile) for player in value["players"]],
    }


# ------------------------------------------------------------------------------------------------
# Checking: rounds that break a clause
# ------------------------------------------------------------------------------------------------

def check_cards(game):
    cards = game["community"] + game["dealer"]
    for player in game["players"]:
        cards = cards + player["cards"]
    if len(set(cards)) != len(cards):
        refuse("HAND-1", "a card is on the table twice")


def check_bank(game):
    bank = game["bank"]
    if bank is None:
        refuse("BANK-1", "there is no player-dealer")
    if bank["wager"] <= 0:
        refuse("BANK-1", "the player-dealer has posted no wager")
    if bank["wager"] % CHIP != 0:
        refuse("BET-8", "the player-dealer's wager is not a multiple of the chip")
    if any(player["seat"] == bank["seat"] for player in game["players"]):
        refuse("BANK-1", "the player-dealer makes no other wager")


def limits_of(game):
    """The limit on Ante and Blind, and the limit on a side wager."""
    profile = game["profile"]
    if profile["banked"]:
        limit, _, _ = profile["schedules"][game["options"]["collection"]]
        return limit, limit
    return profile["ante_limit"], profile["side_limit"]


def check_wagers(game, player):
    ante_limit, side_limit = limits_of(game)
    sides = [wager for wager in SIDE_WAGERS if player[wager] != 0]

    for wager in sides:
        if wager not in game["profile"]["side_wagers"]:
            refuse("BET-2", f"{wager} is not offered")
    if player["ante"] == 0 or player["ante"] != player["blind"]:
        refuse("BET-1", "Ante and Blind are both required, and equal")
    if not ante_limit[0] <= player["ante"] <= ante_limit[1]:
        refuse("BET-3", "the Ante is outside the limits")
    if player["ante"] % CHIP != 0:
        refuse("BET-8", "the Ante is not a multiple of the chip")
    for wager in sides:
        if wager == "progressive":
            if player[wager] != PROGRESSIVE_STAKE:
                refuse("BET-9", "the Progressive has a fixed stake")
        elif not side_limit[0] <= player[wager] <= side_limit[1]:
            refuse("BET-3", f"{wager} is outside the limits")
        elif player[wager] % CHIP != 0:
            refuse("BET-8", f"{wager} is not a multiple of the chip")
    if "bad_beat" in sides and "trips" not in sides:
        refuse("BET-4", "Bad Beat needs Trips")
    if 1 + len(sides) > GAMES_MAX:
        refuse("BET-5", "at most four games")
    if "progressive" in sides and game["meter"] is None:
        refuse("PROG-2", "there is no meter to feed")


def antes_played(decisions):
    """The multiple of the Ante bet on Play, 0 for a fold. PLAY-1 to PLAY-4."""
    for street, offered in enumerate(STREETS):
        clause = f"PLAY-{street + 1}"
        if len(decisions) <= street:
            refuse(clause, "a decision is missing")
        word = decisions[street]
        if word not in offered:
            refuse(clause, f"{word} is not offered here")
        if offered[word] is not None:
            if len(decisions) > street + 1:
                refuse("PLAY-4", "a decision after the last one")
            return offered[word]
    raise AssertionError("the last street always ends the decisions")


def check_round(game):
    check_cards(game)
    if game["profile"]["banked"]:
        check_bank(game)
    seats = [player["seat"] for player in game["players"]]
    if len(set(seats)) != len(seats):
        refuse("BET-7", "a seat has two entries")
    for player in game["players"]:
        check_wagers(game, player)
    for player in game["players"]:
        player["play"] = player["ante"] * antes_played(player["decisions"])


# ------------------------------------------------------------------------------------------------
# What each wager is due, before anyone asks whether the bank can cover it
# ------------------------------------------------------------------------------------------------
# Each function returns the net due to the player: more than 0 wins, less than 0 loses, 0 pushes.

ANTE_DUE = {  # (result, dealer qualifies): antes
    ("win", True): 1, ("lose", True): -1, ("tie", True): 0, ("fold", True): -1,
    ("win", False): 0, ("lose", False): 0, ("tie", False): 0, ("fold", False): -1,
}
PLAY_DUE = {"win": 1, "lose": -1, "tie": 0}


def pay(stake, odds):
    numerator, denominator = odds
    assert stake * numerator % denominator == 0, "a pay is a whole number of cents"
    return stake * numerator // denominator


def due_ante(seat):
    return seat["stakes"]["ante"] * ANTE_DUE[seat["result"], seat["qualifies"]]


def due_play(seat):
    return seat["stakes"]["play"] * PLAY_DUE[seat["result"]]


def due_blind(seat):
    stake = seat["stakes"]["blind"]
    if seat["result"] in ("lose", "fold"):
        return -stake
    if seat["result"] == "win" and seat["hand"] in BLIND:
        return pay(stake, BLIND[seat["hand"]])
    return 0


def due_trips(seat):
    stake = seat["stakes"]["trips"]
    pays = TRIPS[seat["options"].get("trips", "UTH-02")]  # California has no choice: UTH-02
    if seat["result"] == "fold" and not seat["options"]["fold_keeps_trips"]:
        return -stake
    return pay(stake, pays[seat["hand"]]) if seat["hand"] in pays else -stake


def due_bad_beat(seat):
    """BB-2: the beaten hand pays. A fold changes nothing, the cards are compared all the same."""
    stake = seat["stakes"]["bad_beat"]
    pays = BAD_BEAT[seat["options"]["bad_beat"]]
    if seat["strength"] == seat["dealer_strength"]:
        return -stake
    beaten = name_of(min(seat["strength"], seat["dealer_strength"]))
    return pay(stake, pays[beaten]) if beaten in pays else -stake


def pair_lines(cards, dealer):
    """Every line that two hole cards show, whichever table has it."""
    (high, high_suit), (low, low_suit) = sorted(cards, reverse=True)
    suited = high_suit == low_suit
    lines = set()
    if high == low:
        lines.add("any pair")
        if high in (JACK, QUEEN, KING):
            lines.add("kings, queens or jacks")
        if high == ACE:
            lines.add("aces")
            if {high_suit, low_suit} == {"h", "d"}:
                lines.add("red aces")
            if all(rank == ACE for rank, _ in dealer):
                lines.add("aces for player and dealer")
    if high == ACE and low in (JACK, QUEEN, KING):
        ends = (" suited", "") if suited else ("",)
        for end in ends:
            lines.add("ace-face" + end)
            lines.add(("ace-king" if low == KING else "ace-queen or ace-jack") + end)
    return lines


def due_pairs(seat):
    stake = seat["stakes"]["pairs"]
    shown = pair_lines(seat["cards"], seat["dealer_cards"])
    for line, odds in PAIRS[seat["options"]["pairs"]]:
        if line in shown:
            return stake * odds
    return -stake


DUE = {"ante": due_ante, "play": due_play, "blind": due_blind, "trips": due_trips,
       "bad_beat": due_bad_beat, "pairs": due_pairs}


# ------------------------------------------------------------------------------------------------
# The Progressive
# ------------------------------------------------------------------------------------------------

def is_royal(cards):
    return len(cards) == 5 and name_of(strength_of_five(cards)) == "royal flush"


def progressive_line(hole, community):
    """PROG-1: the highest line the seven cards show, or None."""
    hand = name_of(strength_of_seven(hole + community))
    if hand == "royal flush":
        if is_royal(hole + community[:3]):
            return "royal flush, first five"
        if is_royal(community):
            return "community royal flush"
        return "royal flush, seven cards"
    return hand if hand in PROGRESSIVE_FIXED else None


def feed(meter, stake):
    """PROG-2: exactly; what is less than a cent waits in the carry."""
    units = meter["carry"] + stake * METER_PERCENT * CARRY_UNIT // 100
    meter["amount"] += units // CARRY_UNIT
    meter["carry"] = units % CARRY_UNIT
    assert stake * RESERVE_PERCENT % 100 == 0, "the reserve has no carry"
    meter["reserve"] += stake * RESERVE_PERCENT // 100


def award_of(line, stake, meter, fixed_pays_from):
    """Pays one line and leaves the meter as the next winner finds it."""
    if line in PROGRESSIVE_PERCENT:
        percent = PROGRESSIVE_PERCENT[line]
        amount = from_meter = meter["amount"] * percent // 100  # PROG-6: to the cent
    else:
        percent = 0
        amount = stake * PROGRESSIVE_FIXED[line]
        from_meter = min(amount, meter["amount"]) if fixed_pays_from == "meter" else 0
    meter["amount"] -= from_meter
    if percent == 100:  # PROG-4; what is less than a cent was not paid, so the carry stays
        meter["amount"] = meter["seed"] + meter["reserve"]
        meter["reserve"] = 0
    return {"amount": amount, "from_meter": from_meter, "from_house": amount - from_meter}


def settle_progressive(game, seats):
    """PROG-5: the farthest on the dealer's right, that is the highest seat, first."""
    players = [seat for seat in seats if seat["stakes"].get("progressive")]
    if not players:
        return None
    meter = game["meter"]
    for seat in players:
        feed(meter, seat["stakes"]["progressive"])
    awards = []
    for seat in sorted(players, key=lambda seat: -seat["seat"]):
        stake = seat["stakes"]["progressive"]
        line = progressive_line(seat["cards"], game["community"])
        net = -stake
        if line is not None:
            award = award_of(line, stake, meter, game["options"]["fixed_pays_from"])
            awards.append({"seat": seat["seat"], "line": line, **award})
            net += award["amount"]
        seat["wagers"]["progressive"] = {
            "stake": stake, "outcome": "lose" if line is None else "win", "net": net}
    left = {field: meter[field] for field in ("amount", "carry", "reserve")}
    return {"meter": left, "awards": awards}


# ------------------------------------------------------------------------------------------------
# The player-dealer's wager
# ------------------------------------------------------------------------------------------------

# Each function is one way to read BANK-3. `w` is the wager posted, `n` the player-dealer's running result,
# `p` the sum of all payments, `due` what the next wager should win or lose. It returns what moves.

def cover_payoffs(w, n, p, due):
    if p == w:
        return 0  # exhausted: whatever comes after, won or lost, is returned
    if due < 0:
        return -min(-due, w - n)
    return min(due, w - p)


def cover_net(w, n, _, due):
    if n == -w:
        return 0
    if due < 0:
        return -min(-due, w - n)
    return min(due, w + n)


def cover_gross(w, n, p, due):
    taken = n + p
    left = w - taken - p
    return -min(-due, left) if due < 0 else min(due, left)


COVER = {"payoffs": cover_payoffs, "net": cover_net, "gross": cover_gross}


class House:
    """Covers everything."""

    def move(self, due):
        return due


class PlayerDealer:
    """BANK-3: pays and takes along the walk as far as the wager reaches."""

    def __init__(self, wager, cover):
        self.wager = wager
        self.cover = cover
        self.result = 0
        self.paid = 0

    def move(self, due):
        moved = self.cover(self.wager, self.result, self.paid, due)
        self.result -= moved
        self.paid += max(moved, 0)
        return moved


def outcome_of(due, moved):
    if due == 0:
        return "push"
    if moved == 0:
        return "returned"
    return "win" if due > 0 else "lose"


def in_settling_order(game, seats):
    """SHOW-9: California starts at the player-dealer's left. The house's order moves no money."""
    if not game["profile"]["banked"]:
        return sorted(seats, key=lambda seat: -seat["seat"])
    count = game["profile"]["seats"]
    return sorted(seats, key=lambda seat: (seat["seat"] - game["bank"]["seat"]) % count)


def walk_of(game, seats):
    """The wagers in the order in which money moves, as (seat, wager, what is due)."""
    in_order = in_settling_order(game, seats)
    walk = []
    # BANK-4: what was lost by a fold has been taken at the fold.
    for seat in in_order:
        if seat["result"] == "fold":
            for wager in ("ante", "blind", "trips"):
                if wager in seat["stakes"] and DUE[wager](seat) < 0:
                    walk.append((seat, wager, DUE[wager](seat)))
    taken = {(seat["seat"], wager) for seat, wager, _ in walk}
    for seat in in_order:
        won = seat["result"] in ("win", "tie")
        # SHOW-2: an Ante that goes back is returned before anything else at the seat.
        if not seat["qualifies"] and seat["result"] != "fold":
            walk.append((seat, "ante", 0))
            taken.add((seat["seat"], "ante"))
        for wager in game["profile"]["order_won" if won else "order_lost"]:
            if (wager in seat["stakes"] and wager != "progressive"
                    and (seat["seat"], wager) not in taken):
                walk.append((seat, wager, DUE[wager](seat)))
    return walk


# ------------------------------------------------------------------------------------------------
# The round
# ------------------------------------------------------------------------------------------------

def fees_of(game):
    _, tiers, circle_fee = game["profile"]["schedules"][game["options"]["collection"]]
    action = sum(p["ante"] + p["blind"] + p["trips"] for p in game["players"])
    dealer_fee = [fee for minimum, fee in tiers if minimum <= action][-1]
    circles = {"circle": 2, "spot": 1}[game["options"]["player_fee_per"]]
    return {"player_dealer": dealer_fee,
            "players": [{"seat": p["seat"], "fee": circle_fee * circles}
                        for p in game["players"]]}


def result_of(strength, dealer_strength, folded):
    if folded:
        return "fold"
    if strength == dealer_strength:
        return "tie"
    return "win" if strength > dealer_strength else "lose"


def seat_of(game, player, dealer_strength):
    """Everything the wagers of one player depend on."""
    strength = strength_of_seven(player["cards"] + game["community"])
    folded = player["play"] == 0
    return {
        "seat": player["seat"], "cards": player["cards"], "dealer_cards": game["dealer"],
        "strength": strength, "dealer_strength": dealer_strength, "hand": name_of(strength),
        "qualifies": name_of(dealer_strength) != "high card",
        "result": result_of(strength, dealer_strength, folded), "options": game["options"],
        "stakes": {wager: player[wager] for wager in ANTE_FIRST if player[wager] != 0},
        "wagers": {},
    }


def settle(game):
    dealer_strength = strength_of_seven(game["dealer"] + game["community"])
    seats = [seat_of(game, player, dealer_strength) for player in game["players"]]

    bank = House()
    if game["profile"]["banked"]:
        bank = PlayerDealer(game["bank"]["wager"], COVER[game["options"]["coverage"]])
    for seat, wager, due in walk_of(game, seats):
        net = bank.move(due)
        seat["wagers"][wager] = {"stake": seat["stakes"][wager],
                                 "outcome": outcome_of(due, net), "net": net}
    progressive = settle_progressive(game, seats)

    answer = {"dealer": {"hand": name_of(dealer_strength),
                         "qualifies": name_of(dealer_strength) != "high card"}}
    if game["profile"]["banked"]:
        answer["fees"] = fees_of(game)
    answer["players"] = [
        {"seat": seat["seat"], "hand": seat["hand"], "result": seat["result"],
         "net": sum(wager["net"] for wager in seat["wagers"].values()),
         "wagers": seat["wagers"]} for seat in seats]
    if game["profile"]["banked"]:
        assert bank.result == -sum(player["net"] for player in answer["players"])
        assert abs(bank.result) <= game["bank"]["wager"]
        answer["bank"] = {**game["bank"], "net": bank.result}
    if progressive is not None:
        answer["progressive"] = progressive
    return answer


def answer_line(line):
    """One line of input to one answer; a refused round keeps its id where it had one."""
    name = None
    try:
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise Refused("INPUT", f"not UTF-8: {error}") from None
        value = read_json(text)
        if isinstance(value, dict) and isinstance(value.get("id"), str):
            name = value["id"]
        game = read_round(value)
        check_round(game)
        return {"id": name, **settle(game)}
    except Refused as refusal:
        return {"id": name, "error": {"clause": refusal.clause, "message": str(refusal)}}


def main(arguments):
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        print("usage: settle_twin.py [FILE]", file=sys.stderr)
        return 2
    refused = False
    with open(arguments[0], "rb") if arguments else sys.stdin.buffer as lines:
        for line in lines:
            answer = answer_line(line)
            refused = refused or "error" in answer
            print(json.dumps(answer, separators=(",", ":")))
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
