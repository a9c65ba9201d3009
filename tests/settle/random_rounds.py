#!/usr/bin/env python3
"""Writes random rounds, one JSON line each, to compare two adjudicators on.

    random_rounds.py --seed N --count M [--profile NAME|all] [--broken PERCENT] [--deal NAME|all]

The same arguments give the same rounds. A sound round keeps every rule: limits, chips, four
games. A broken one breaks exactly one clause, and its id ends in "breaks CLAUSE: how". Deals are
rigged as often as not, because interesting hands are rare: see DEALS. Nothing here is doubtful by
the rulebook; where two readings of a refusal are possible the round is not written.
"""

import argparse
import json
import random
import sys

from settle_twin import (CHIP, PROFILES, PROGRESSIVE_STAKE, RANKS, SIDE_WAGERS, SUITS, limits_of,
                         name_of, read_cards, strength_of_seven)

DECK = [rank + suit for rank in RANKS for suit in SUITS]
LINES_OF_PLAY = (["4x"], ["3x"], ["check", "2x"], ["check", "check", "1x"],
                 ["check", "check", "fold"])


# ------------------------------------------------------------------------------------------------
# Deals. Each takes a random generator and the number of players, and returns the five community
# cards, the dealer's two and the players' pairs. Places not rigged are filled from the deck.
# ------------------------------------------------------------------------------------------------

def fill(rng, players, board=(), dealer=(), hands=()):
    """The cards given stand first in their place; the others are drawn."""
    places = [list(board), list(dealer)] + [list(hand) for hand in hands]
    places += [[] for _ in range(players - len(hands))]
    taken = {card for place in places for card in place}
    assert len(taken) == sum(len(place) for place in places), "no card is rigged twice"
    deck = [card for card in DECK if card not in taken]
    rng.shuffle(deck)
    for index, place in enumerate(places):
        size = 5 if index == 0 else 2
        assert len(place) <= size
        while len(place) < size:
            place.append(deck.pop())
    return places[0], places[1], places[2:]


def shuffled(rng, cards):
    cards = list(cards)
    rng.shuffle(cards)
    return cards


def seated(rng, players, deal):
    """Rigged hands go to random players, not always to the first."""
    board, dealer, hands = deal
    return board, dealer, shuffled(rng, hands)


def suits_of(rng):
    return rng.sample(SUITS, 4)


def five_cards(rng, kind):
    """Five cards that are at least the hand named."""
    a, b, _, _ = suits_of(rng)
    x, y, z = rng.sample(RANKS, 3)
    start = rng.randrange(-1, 8)
    run = [RANKS[index] for index in range(start, start + 5)]  # -1: the ace plays low
    if kind == "two pairs":
        return [x + a, x + b, y + a, y + b, z + a]
    if kind == "three of a kind":
        return [x + suit for suit in rng.sample(SUITS, 3)] + [y + a, z + b]
    if kind == "straight":
        return [rank + rng.choice(SUITS) for rank in run]
    if kind == "flush":
        return [rank + a for rank in rng.sample(RANKS, 5)]
    if kind == "full house":
        return [x + suit for suit in rng.sample(SUITS, 3)] + [y + a, y + b]
    if kind == "four of a kind":
        return [x + suit for suit in SUITS] + [y + a]
    if kind == "straight flush":
        return [rank + a for rank in run]
    assert kind == "royal flush"
    return [rank + a for rank in "AKQJT"]


STRONG = ("two pairs", "three of a kind", "straight", "flush", "full house", "four of a kind",
          "straight flush", "royal flush")


def deal_plain(rng, players):
    return fill(rng, players)


def deal_strong(rng, players):
    """One five-card hand, shared between the board and one hand or the dealer's."""
    cards = shuffled(rng, five_cards(rng, rng.choice(STRONG)))
    own = rng.randrange(3)
    if rng.random() < 0.3:
        return fill(rng, players, board=cards[own:], dealer=cards[:own])
    return seated(rng, players, fill(rng, players, board=cards[own:], hands=[cards[:own]]))


def deal_duel(rng, players):
    """Two trips, full houses or quads against each other: a paired board, pairs in the hands."""
    x, y, z = rng.sample(RANKS, 3)
    a, b, c, d = suits_of(rng)
    board = shuffled(rng, [x + a, x + b, y + a, z + a])
    hands = [[x + c, x + d], [y + b, y + c], [z + b, z + c], [y + d, z + d]]
    rng.shuffle(hands)
    count = min(players, rng.randrange(1, 3))
    return seated(rng, players, fill(rng, players, board=board, dealer=hands[0],
                                     hands=hands[1:1 + count]))


def deal_flushes(rng, players):
    """A board of one suit's straight in the middle, so that several make flushes and more."""
    suit = rng.choice(SUITS)
    start = rng.randrange(1, 9)
    board = [RANKS[index] + suit for index in range(start, start + 3)]
    others = shuffled(rng, [rank + suit for rank in RANKS if rank + suit not in board])
    near = [RANKS[i] + suit for i in (start - 2, start - 1, start + 3, start + 4)
            if 0 <= i < len(RANKS)]
    if rng.random() < 0.5:
        others = shuffled(rng, near) + [card for card in others if card not in near]
    pairs = [others[index:index + 2] for index in range(0, 8, 2)]
    count = min(players, rng.randrange(1, 4))
    dealer = pairs[3] if rng.random() < 0.5 else ()
    return seated(rng, players, fill(rng, players, board=board, dealer=dealer,
                                     hands=pairs[:count]))


def deal_board_plays(rng, players):
    """Everybody ties with the board."""
    a, b, c, d = suits_of(rng)
    low = rng.choice("23456789TJQK")
    boards = (
        [rank + a for rank in "AKQJT"],
        [low + suit for suit in SUITS] + ["A" + rng.choice(SUITS)],
        ["A" + a, "K" + b, "Q" + c, "J" + d, "T" + a],
    )
    board = shuffled(rng, rng.choice(boards))
    return fill(rng, players, board=board)


def deal_not_qualifying(rng, players):
    """Drawn again until the dealer has less than a pair; about one deal in six has."""
    while True:
        deal = fill(rng, players)
        cards = read_cards(" ".join(deal[0] + deal[1]), "cards", 7)
        if name_of(strength_of_seven(cards)) == "high card":
            return deal


def deal_same_hand(rng, players):
    """The dealer and a player hold the same ranks: a tie, unless a flush says otherwise."""
    x, y = rng.sample(RANKS, 2)
    a, b, c, d = suits_of(rng)
    return seated(rng, players, fill(rng, players, dealer=[x + a, y + b], hands=[[x + c, y + d]]))


def deal_hole_cards(rng, players):
    """The hole cards that Ultimate Pairs pays, and those it nearly pays."""
    a, b, c, d = suits_of(rng)
    face = rng.choice("TJQK")
    pair = rng.choice(RANKS)
    hand = rng.choice((["Ah", "Ad"], ["A" + a, "A" + b], ["A" + a, face + a], ["A" + a, face + b],
                       [pair + a, pair + b]))
    aces = [card for card in ("A" + suit for suit in SUITS) if card not in hand]
    dealer = aces[:2] if rng.random() < 0.4 and len(aces) >= 2 else ()
    return seated(rng, players, fill(rng, players, dealer=dealer, hands=[shuffled(rng, hand)]))


def deal_jackpots(rng, players):
    """Several meter pays in one round, in every order of seats.

    With 52 cards at most one player can have a royal flush that needs the hole cards, so the whole
    meter or 5% of it goes to one, and fixed pays stand beside it.
    """
    a, b, c, d = suits_of(rng)
    royal = shuffled(rng, [rank + a for rank in "AKQJT"])
    low_royal = ["Q" + a, "J" + a, "T" + a]
    x = royal[0][0]
    deals = (
        # first five, and the board makes full houses and four of a kind for the others
        (royal[:3] + [x + b, x + c], [royal[3:], [x + d], [royal[1][0] + b]]),
        # first five, and a straight flush below it
        (low_royal, [["A" + a, "K" + a], ["9" + a, "8" + a]]),
        # the turn or the river is needed, and the board makes full houses for the others
        ([royal[0], x + b, royal[1], royal[2]], [royal[3:], [x + c, x + d],
                                                 [royal[1][0] + b, royal[1][0] + c]]),
        # one hole card and four on the board; another holds the straight flush below
        (["K" + a, "Q" + a, "J" + a, "T" + a], [["A" + a], ["9" + a]]),
        # the community royal, for everybody
        (royal, []),
        # four of a kind on the board, for everybody
        ([x + suit for suit in SUITS], []),
    )
    board, hands = rng.choice(deals)
    if len(board) == 4 or rng.random() < 0.2:
        board = shuffled(rng, board)
    return seated(rng, players, fill(rng, players, board=board, hands=hands[:players]))


DEALS = {"plain": deal_plain, "strong": deal_strong, "duel": deal_duel, "flushes": deal_flushes,
         "board-plays": deal_board_plays, "not-qualifying": deal_not_qualifying,
         "same-hand": deal_same_hand, "hole-cards": deal_hole_cards, "jackpots": deal_jackpots}


# ------------------------------------------------------------------------------------------------
# Sound rounds
# ------------------------------------------------------------------------------------------------

def random_wager(rng, limit):
    low, high = limit
    if rng.random() < 0.15:
        return rng.choice(limit)
    top = high if rng.random() < 0.4 else min(high, low * 10)
    return rng.randrange(low, top + 1, CHIP)


def random_options(rng, profile):
    """Each option is left out now and then; fixed_pays_from, whose default is unsaid, never is."""
    options = {name: rng.choice(values) for name, values in profile["options"].items()
               if name == "fixed_pays_from" or rng.random() < 0.7}
    if rng.random() < 0.7 and "fold_keeps_trips" in options:
        options["fold_keeps_trips"] = True
    return options


def with_defaults(profile, options):
    return {**{name: values[0] for name, values in profile["options"].items()}, **options}


def random_sides(rng, profile):
    """At most three of the optional wagers, Bad Beat only with Trips."""
    offered = [wager for wager in profile["side_wagers"] if rng.random() < 0.55]
    if "bad_beat" in offered and "trips" not in offered:
        offered.remove("bad_beat")
    if len(offered) == 4:
        offered.remove(rng.choice(("bad_beat", "pairs", "progressive")))
    return offered


def random_player(rng, profile, limits, seat, cards):
    ante_limit, side_limit = limits
    ante = random_wager(rng, ante_limit)
    player = {"seat": seat, "ante": ante, "blind": ante}
    sides = random_sides(rng, profile)
    for wager in SIDE_WAGERS:
        if wager in sides:
            fixed = wager == "progressive"
            player[wager] = PROGRESSIVE_STAKE if fixed else random_wager(rng, side_limit)
        elif rng.random() < 0.05:
            player[wager] = 0  # the same as not made
    player["cards"] = " ".join(shuffled(rng, cards))
    player["play"] = list(rng.choice(LINES_OF_PLAY))
    return player


def random_bank_wager(rng, players):
    """From one chip to more than could ever move; mostly near what is on the table."""
    stakes = sum(player["ante"] for player in players)
    if rng.random() < 0.7:
        cents = int(stakes * 10 ** rng.uniform(-1.0, 1.3))
    else:
        cents = int(10 ** rng.uniform(2.0, 11.0))
    return max(CHIP, cents // CHIP * CHIP)


def random_meter(rng):
    amount = rng.choice((0, rng.randrange(100), rng.randrange(50000), rng.randrange(400000),
                         rng.randrange(100000000)))
    return {"amount": amount, "carry": rng.choice((0, 0, rng.randrange(10000), 9999)),
            "reserve": rng.choice((0, rng.randrange(1000), rng.randrange(10000000))),
            "seed": rng.choice((0, 1000, 300000, 1000000, rng.randrange(10000000)))}


def random_round(rng, name, rules, deal):
    profile = PROFILES[rules]
    options = random_options(rng, profile)
    limits = limits_of({"profile": profile, "options": with_defaults(profile, options)})

    seats = list(range(1, profile["seats"] + 1))
    bank_seat = seats.pop(rng.randrange(len(seats))) if profile["banked"] else None
    count = rng.randrange(1, len(seats) + 1)
    board, dealer, hands = DEALS[deal](rng, count)
    players = [random_player(rng, profile, limits, seat, cards)
               for seat, cards in zip(sorted(rng.sample(seats, count)), hands)]

    game = {"id": name, "rules": rules, "options": options}
    if not options and rng.random() < 0.5:
        del game["options"]
    if profile["banked"]:
        game["bank"] = {"seat": bank_seat, "wager": random_bank_wager(rng, players)}
    else:
        if any(player.get("progressive") for player in players) or rng.random() < 0.3:
            game["meter"] = random_meter(rng)
    game["community"] = " ".join(board)
    game["dealer"] = " ".join(dealer)
    game["players"] = players
    return game


# ------------------------------------------------------------------------------------------------
# Broken rounds. Each function breaks one clause of a sound round, in place, and returns the clause
# and how, or None when this round has no place to break it. A string returned as a third value is
# the whole line, for what is no JSON.
# ------------------------------------------------------------------------------------------------

def limits_in(game):
    profile = PROFILES[game["rules"]]
    return limits_of({"profile": profile,
                      "options": with_defaults(profile, game.get("options", {}))})


def is_washington(game):
    return not PROFILES[game["rules"]]["banked"]


def set_ante(player, amount):
    player["ante"] = player["blind"] = amount


def break_equal(rng, game, player):
    low, high = limits_in(game)[0]
    other = player["ante"] + CHIP if player["ante"] < high else player["ante"] - CHIP
    player[rng.choice(("ante", "blind"))] = other
    return "BET-1", "Ante and Blind differ"


def break_half(rng, game, player):
    wager = rng.choice(("ante", "blind"))
    if rng.random() < 0.5:
        player[wager] = 0
        return "BET-1", f"{wager} is 0"
    del player[wager]
    return "BET-1", f"{wager} is missing"


def break_neither(rng, game, player):
    for side in SIDE_WAGERS:
        player.pop(side, None)
    for wager in ("ante", "blind"):
        if rng.random() < 0.5:
            player[wager] = 0
        else:
            del player[wager]
    return "BET-1", "neither Ante nor Blind"


def break_offer(rng, game, player):
    if is_washington(game):
        return None
    low, _ = limits_in(game)[1]
    wager = rng.choice(("bad_beat", "pairs", "progressive"))
    player["trips"] = low  # so that Bad Beat has what it needs
    player[wager] = PROGRESSIVE_STAKE if wager == "progressive" else low
    return "BET-2", f"{wager} is not offered in California"


def break_ante_limit(rng, game, player):
    low, high = limits_in(game)[0]
    set_ante(player, rng.choice((low - CHIP, high + CHIP, high * 100, -low, -CHIP)))
    return "BET-3", "the Ante is outside the limits"


def break_side_limit(rng, game, player):
    low, high = limits_in(game)[1]
    amounts = [high + CHIP, high * 10, -low]
    if low > CHIP:
        amounts.append(low - CHIP)
    player["trips"] = rng.choice(amounts)
    if is_washington(game):  # Trips may have been added: keep to four games
        player.pop("pairs", None)
    return "BET-3", "Trips is outside the limits"


def break_bonus_limit(rng, game, player):
    wager = rng.choice(("bad_beat", "pairs"))
    if not is_washington(game) or not player.get(wager):
        return None
    _, high = limits_in(game)[1]
    player[wager] = rng.choice((high + CHIP, high * 10, -CHIP))
    return "BET-3", f"{wager} is outside the limits"


def break_bad_beat(rng, game, player):
    if not is_washington(game):
        return None
    player.pop("trips", None)
    if rng.random() < 0.3:
        player["trips"] = 0
    player["bad_beat"] = random_wager(rng, limits_in(game)[1])
    return "BET-4", "Bad Beat without Trips"


def break_four_games(rng, game, player):
    if not is_washington(game):
        return None
    for wager in ("trips", "bad_beat", "pairs"):
        player[wager] = player.get(wager) or random_wager(rng, limits_in(game)[1])
    player["progressive"] = PROGRESSIVE_STAKE
    game.setdefault("meter", random_meter(rng))
    return "BET-5", "five games"


def break_seat(rng, game, player):
    if len(game["players"]) < 2:
        return None
    first, second = rng.sample(game["players"], 2)
    first["seat"] = second["seat"]
    return "BET-7", "two entries for one seat"


def break_chip(rng, game, player):
    low, high = limits_in(game)[0]
    part = rng.choice((50, 1, 99, 25, 10))
    if rng.random() < 0.5:
        set_ante(player, rng.randrange(low, high, CHIP) + part)
        return "BET-8", "the Ante is not a multiple of the chip"
    low, high = limits_in(game)[1]
    player["trips"] = rng.randrange(low, high, CHIP) + part
    player.pop("pairs", None)
    return "BET-8", "Trips is not a multiple of the chip"


def break_fraction(rng, game, player):
    low, high = limits_in(game)[0]
    amount = rng.randrange(low, high, CHIP) + rng.choice((0.5, 50.25, 99.75))
    if rng.random() < 0.5:
        set_ante(player, amount)
    else:
        player["trips"] = amount
        player.pop("pairs", None)
    return "BET-8", "an amount has a fraction of a cent"


def break_bank_chip(rng, game, player):
    if is_washington(game):
        return None
    game["bank"]["wager"] += rng.choice((1, 50, 99, 0.5))
    return "BET-8", "the player-dealer's wager is not a multiple of the chip"


def break_stake(rng, game, player):
    if not is_washington(game) or not player.get("progressive"):
        return None
    player["progressive"] = rng.choice((200, 500, 10000))
    return "BET-9", "the Progressive is not $1"


def break_bank(rng, game, player):
    if is_washington(game):
        return None
    how = rng.choice(("missing", "no wager", "zero", "negative", "a player"))
    if how == "missing":
        del game["bank"]
    elif how == "no wager":
        del game["bank"]["wager"]
    elif how == "zero":
        game["bank"]["wager"] = 0
    elif how == "negative":
        game["bank"]["wager"] = -game["bank"]["wager"]
    else:
        player["seat"] = game["bank"]["seat"]
    return "BANK-1", f"the player-dealer: {how}"


def break_cards(rng, game, player):
    """One card becomes a copy of another one."""
    places = [(game, "community"), (game, "dealer")]
    places += [(other, "cards") for other in game["players"]]
    cards = [(place, field, index) for place, field in places
             for index in range(len(place[field].split(" ")))]
    source, target = rng.sample(cards, 2)
    place, field, index = target
    names = place[field].split(" ")
    names[index] = source[0][source[1]].split(" ")[source[2]]
    place[field] = " ".join(names)
    return "HAND-1", "a card twice"


BAD_PLAY = {
    "PLAY-1": ([], ["fold"], ["2x"], ["1x"], ["5x"], ["0x"], ["10x"]),
    "PLAY-2": (["check"], ["check", "fold"], ["check", "1x"], ["check", "3x"], ["check", "4x"]),
    "PLAY-3": (["check", "check"], ["check", "check", "check"], ["check", "check", "2x"],
               ["check", "check", "4x"]),
    "PLAY-4": (["4x", "check"], ["3x", "2x"], ["4x", "4x"], ["check", "2x", "1x"],
               ["check", "2x", "check"], ["check", "check", "1x", "check"],
               ["check", "check", "fold", "fold"], ["check", "check", "fold", "1x"]),
}


def break_play(rng, game, player):
    clause = rng.choice(sorted(BAD_PLAY))
    player["play"] = list(rng.choice(BAD_PLAY[clause]))
    return clause, "plays " + " ".join(player["play"])


def break_meter(rng, game, player):
    if not is_washington(game) or not any(p.get("progressive") for p in game["players"]):
        return None
    del game["meter"]
    return "PROG-2", "the Progressive without a meter"


def break_json(rng, game, player):
    game["id"] = game["id"] + " breaks INPUT: not JSON"
    line = json.dumps(game)
    how = rng.choice(("cut", "word", "array", "tail"))
    broken = {"cut": line[:rng.randrange(1, len(line))], "word": "ante", "array": "[1,2,3]",
              "tail": line + "}"}[how]
    return "INPUT", f"not JSON, {how}", broken


def break_field(rng, game, player):
    places = [game, player]
    if game.get("bank"):
        places.append(game["bank"])
    rng.choice(places)["colour"] = "red"
    return "INPUT", "an unknown field"


def break_missing(rng, game, player):
    place, field = rng.choice(((game, "rules"), (game, "community"), (game, "dealer"),
                               (game, "players"), (player, "seat"), (player, "cards")))
    del place[field]
    return "INPUT", f"no {field}"


def break_card(rng, game, player):
    place, field = rng.choice(((game, "community"), (game, "dealer"), (player, "cards")))
    names = place[field].split(" ")
    index = rng.randrange(len(names))
    names[index] = rng.choice(("1s", "10h", "Ax", "sA", "ZZ", "A", "Zsd", "as"))
    place[field] = " ".join(names)
    return "INPUT", "no such card"


def break_card_count(rng, game, player):
    place, field = rng.choice(((game, "community"), (game, "dealer"), (player, "cards")))
    names = place[field].split(" ")
    if rng.random() < 0.5:
        names.pop()
    else:
        used = " ".join([game["community"], game["dealer"]] +
                        [other["cards"] for other in game["players"]]).split(" ")
        names.append(rng.choice([card for card in DECK if card not in used]))
    place[field] = " ".join(names)
    return "INPUT", "a wrong number of cards"


def break_seat_number(rng, game, player):
    top = PROFILES[game["rules"]]["seats"]
    place = rng.choice((player, game.get("bank") or player))
    place["seat"] = rng.choice((0, -1, top + 1, 100, "1", 1.5))
    return "INPUT", "no such seat"


def break_option(rng, game, player):
    bad = {"collection": (0, 4, "1"), "coverage": ("half", 1), "player_fee_per": ("table", True),
           "fold_keeps_trips": ("yes", 1), "trips": ("UTH-05", 1), "bad_beat": ("BBB-04", 1),
           "pairs": (0, 7, "1"), "fixed_pays_from": ("pocket", 1)}
    name = rng.choice(sorted(PROFILES[game["rules"]]["options"]))
    value = rng.choice(bad[name])
    if rng.random() < 0.2:
        name, value = "rake", 5
    game.setdefault("options", {})[name] = value
    return "INPUT", f"no such option, {name} {value!r}"


def break_rules(rng, game, player):
    game["rules"] = rng.choice(("nevada", "", "California-8", "california-7"))
    return "INPUT", "no such rules"


def break_amount(rng, game, player):
    amount = rng.choice(("500", None, True, [], {}, 2 ** 63, 10 ** 30, -2 ** 64))
    if rng.random() < 0.5:
        set_ante(player, amount)
    else:
        player["trips"] = amount
        player.pop("pairs", None)
    return "INPUT", f"an amount of {amount!r}"


def break_bank_amount(rng, game, player):
    if is_washington(game):
        return None
    game["bank"]["wager"] = rng.choice(("1000", None, True, [], 2 ** 63, 10 ** 30))
    return "INPUT", "the player-dealer's wager is not an amount"


def break_word(rng, game, player):
    word = rng.choice(("raise", "Check", "", "x", "4", "x4", "4X", "-1x", "all in", 4, None))
    player["play"][-1] = word
    return "INPUT", f"plays {word!r}"


BREAKERS = (break_equal, break_half, break_neither, break_offer, break_ante_limit,
            break_side_limit, break_bonus_limit, break_bad_beat, break_four_games, break_seat,
            break_chip, break_fraction, break_bank_chip, break_stake, break_bank, break_cards,
            break_play, break_play, break_play, break_meter, break_json, break_field,
            break_missing, break_card, break_card_count, break_seat_number, break_option,
            break_rules, break_amount, break_bank_amount, break_word)


def broken_line(rng, game):
    """The line of a round that breaks one clause; breakers are drawn until one finds a place."""
    while True:
        found = rng.choice(BREAKERS)(rng, game, rng.choice(game["players"]))
        if found is None:
            continue
        clause, how, *line = found
        if line:
            return line[0]
        game["id"] += f" breaks {clause}: {how}"
        return json.dumps(game, separators=(",", ":"))


# ------------------------------------------------------------------------------------------------

def parse(arguments):
    parser = argparse.ArgumentParser(description="random rounds as JSON lines")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--profile", choices=("all", *PROFILES), default="all")
    parser.add_argument("--deal", choices=("all", *DEALS), default="all")
    parser.add_argument("--broken", type=int, default=10, metavar="PERCENT")
    return parser.parse_args(arguments)


def main(arguments):
    asked = parse(arguments)
    print(f"random_rounds: seed {asked.seed}, count {asked.count}, profile {asked.profile}, "
          f"deal {asked.deal}, broken {asked.broken}%", file=sys.stderr)
    rng = random.Random(asked.seed)
    for number in range(1, asked.count + 1):
        rules = asked.profile if asked.profile != "all" else rng.choice(tuple(PROFILES))
        deal = asked.deal if asked.deal != "all" else rng.choice(tuple(DEALS))
        game = random_round(rng, f"{asked.seed}-{number} {rules} {deal}", rules, deal)
        if rng.random() * 100 < asked.broken:
            print(broken_line(rng, game))
        else:
            print(json.dumps(game, separators=(",", ":")))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
