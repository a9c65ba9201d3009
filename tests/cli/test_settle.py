"""`uth settle`: rounds in, answers out, and a refusal for whatever is no round."""
import copy
import json
import os
import subprocess
import tempfile

from program import UTH, ProgramTest, main, uth

# A folded seat and one that plays, at a table of six with a player-dealer.
CALIFORNIA = {
    "id": "r1",
    "rules": "california-6",
    "options": {"collection": 1, "coverage": "payoffs", "player_fee_per": "circle"},
    "bank": {"seat": 6, "wager": 56600},
    "community": "8d Ks 6s 4s Jh",
    "dealer": "9d 6h",
    "players": [
        {"seat": 4, "ante": 3700, "blind": 3700, "trips": 500, "cards": "2h 4d",
         "play": ["check", "check", "fold"]},
    ],
}  # fmt: skip
WASHINGTON = {
    "id": "w",
    "rules": "washington",
    "community": "Ah 2d 3s Kc Kd",
    "dealer": "Qc 4d",
    "players": [
        {"seat": 1, "ante": 500, "blind": 500, "cards": "4c 5h", "play": ["check", "2x"]}
    ],
}
METER = {"amount": 1234567, "carry": 0, "reserve": 5000, "seed": 1000000}
AWARD = {"seat": 1, "amount": 1000, "from_meter": 400, "from_house": 600, "seed_added": 0, "reserve_used": 0}
GOOD = json.dumps(CALIFORNIA).encode()


def changed(base, *path_and_value):
    """A copy with one value set; without a value it is removed."""
    document = copy.deepcopy(base)
    *path, key, value = path_and_value
    inner = document
    for step in path:
        inner = inner[step]
    if value is None:
        del inner[key]
    else:
        inner[key] = value
    return document


def player(base, key, value):
    return changed(base, "players", 0, key, value)


# Kings full of threes, on the Progressive
FULL_HOUSE = player(player(changed(WASHINGTON, "meter", METER), "progressive", 100), "cards", "Kh 3c")


# A house's own bets (docs/side-bets.md), one of them not offered.
OWN = {
    "name": "own", "title": "With bets of its own", "based_on": "washington", "offered": {"shelved": False},
    "side": [
        {"id": "flop_five", "title": "Flop Five", "cards": "hole+flop", "lines": [{"when": "pair or better", "pays": 2}]},
        {"id": "pocket", "title": "Pocket", "cards": "hole", "needs": ["flop_five"], "lines": [{"when": "A-A", "pays": 9}]},
        {"id": "shelved", "title": "Shelved", "cards": "board", "lines": [{"when": "flush", "pays": 25}]},
    ],
}  # fmt: skip

# What is refused of a player's side bets, by which clause, and how that is said.
OWN_REFUSED = [
    ({"side": {"flop_six": 500}}, "INPUT",
     "players[0].side.flop_six: got 500, expected the id of one of the profile's own side bets"),
    ({"side": {"trips": 500}}, "INPUT", "players[0].side.trips: got 500, expected the id"),
    ({"side": {"\u00e9" * 5000: 500}}, "INPUT", "players[0].side.\u00e9\u00e9"),
    ({"side": {"flop_five": "500"}}, "INPUT", 'players[0].side.flop_five: got "500", expected an amount'),
    ({"side": [500]}, "INPUT", "players[0].side: got [500], expected an object"),
    ({"side": 500}, "INPUT", "players[0].side: got 500, expected an object"),
    ({"flop_five": 500}, "INPUT", "players[0].flop_five: got 500, expected a known field"),
    ({"side": {"shelved": 500}}, "BET-2", "seat 1, shelved"),
    ({"side": {"flop_five": 30100}}, "BET-3", "seat 1, flop_five: the wager is above the table maximum"),
    ({"side": {"flop_five": 50}}, "BET-3", "seat 1, flop_five: the wager is below the table minimum"),
    ({"side": {"pocket": 500}}, "BET-4", "seat 1, pocket"),
    ({"side": {"flop_five": 500, "pocket": 500}, "trips": 500, "pairs": 500}, "BET-5", "at most four games"),
    ({"side": {"flop_five": 550}}, "BET-8", "seat 1, flop_five"),
    ({"side": {"flop_five": 500.5}}, "BET-8", "players[0].side.flop_five"),
]  # fmt: skip


def confirmed(*awards, base=FULL_HOUSE):
    return changed(base, "confirmed", list(awards))


def award(key, value):
    return confirmed(changed(AWARD, key, value))


# What is refused, by which clause, and a word of the reason.
REFUSED = [
    # not JSON
    (b"hello", "INPUT", "not JSON"),
    (b"{", "INPUT", "not JSON"),
    (b'{"id":1}}', "INPUT", "not JSON"),
    (b'"a text"', "INPUT", ""),
    (b"7", "INPUT", ""),
    (b"null", "INPUT", ""),
    (b"[]", "INPUT", "an object"),
    (b"[" * (1 << 20), "INPUT", "longer than 65536 bytes"),
    (b"[" * 60000, "INPUT", "not JSON"),
    (b'{"id":' * 9000, "INPUT", "not JSON"),
    (b'{"id":' + b"[" * 500 + b"]" * 500 + b"}", "INPUT", "rules"),
    (b'{"bank":' + b"[" * 2000 + b"]" * 2000 + b"}", "INPUT", "rules"),
    (b"x" * (10 << 20), "INPUT", "longer than 65536 bytes"),
    (b" " * 70000 + GOOD, "INPUT", "longer than 65536 bytes"),
    (b"\x00", "INPUT", "not JSON"),
    (json.dumps({**CALIFORNIA, "void": True}).encode(), "INPUT", "a void round has nothing to settle"),
    (json.dumps({**CALIFORNIA, "void": False}).encode(), "INPUT", "void: got"),
    (b"\x00" * 1000, "INPUT", "not JSON"),
    (GOOD[:-1] + b"\x00}", "INPUT", "not JSON"),
    (b'{"id":"a\x00b"}', "INPUT", "not JSON"),
    (b'{"id":"\\u0000"}', "INPUT", "not JSON"),
    (b'{"id":"\xff\xfe"}', "INPUT", "not JSON"),
    (b"\xef\xbb\xbf" + GOOD, "INPUT", "not JSON"),
    (b'{"id":"\xe2\x82"}', "INPUT", "not JSON"),
    (b'{"id":"\\\xd6\xaa"}', "INPUT", "invalid escape"),
    (b'{"id":"one","id":"two"}', "INPUT", "duplicate"),
    (GOOD.replace(b'"seat": 4,', b'"seat": 4, "seat": 5,'), "INPUT", "duplicate"),
    (GOOD.replace(b"3700", b"9223372036854775808"), "INPUT", "beyond 64 bits"),
    (GOOD.replace(b"3700", b"1e999"), "INPUT", "not JSON"),
    (GOOD.replace(b"3700", b"NaN"), "INPUT", "not JSON"),
    # amounts
    (GOOD.replace(b"3700", b"9223372036854775807"), "BET-3", "above"),
    (GOOD.replace(b"3700", b"-9223372036854775808"), "BET-3", "below"),
    (GOOD.replace(b"3700", b"-3700"), "BET-3", "below"),
    (GOOD.replace(b"3700", b"3700.0"), "BET-8", "whole cents"),
    (GOOD.replace(b"3700", b"3750"), "BET-8", "chip"),
    (GOOD.replace(b"3700", b"0"), "BET-1", ""),
    (GOOD.replace(b"3700", b'"3700"'), "INPUT", "whole cents"),
    (GOOD.replace(b"56600", b"9223372036854775807"), "INPUT", "beyond"),
    (GOOD.replace(b"56600", b"-100"), "BANK-1", ""),
    (GOOD.replace(b"56600", b"0"), "BANK-1", ""),
    (player(CALIFORNIA, "trips", -500), "BET-3", "seat 4, trips"),
    (player(CALIFORNIA, "blind", 3800), "BET-1", "equal"),
    (player(CALIFORNIA, "blind", None), "BET-1", "equal"),
    (player(CALIFORNIA, "bad_beat", 500), "BET-2", "bad_beat"),
    (player(WASHINGTON, "ante", 7600), "BET-1", ""),
    (player(player(WASHINGTON, "ante", 7600), "blind", 7600), "BET-3", "maximum"),
    (player(WASHINGTON, "bad_beat", 500), "BET-4", "Trips"),
    (player(player(player(player(WASHINGTON, "trips", 500), "bad_beat", 500), "pairs", 500),
            "progressive", 100), "BET-5", "four games"),
    (player(changed(WASHINGTON, "meter", METER), "progressive", 200), "BET-9", "fixed"),
    (player(WASHINGTON, "progressive", 100), "PROG-2", "meter"),
    # awards that were confirmed
    (changed(FULL_HOUSE, "confirmed", {}), "INPUT", "confirmed: got {}, expected a list of at most 8"),
    (confirmed(*[AWARD] * 9), "INPUT", "confirmed"),
    (confirmed(7), "INPUT", "confirmed[0]"),
    (confirmed(AWARD, changed(AWARD, "line", "flush")), "INPUT", "confirmed[1].line"),
    (award("seat", 9), "INPUT", "confirmed[0].seat"),
    (award("seat", None), "INPUT", "confirmed[0].seat"),
    (award("amount", None), "INPUT", "confirmed[0].amount"),
    (award("reserve_used", "0"), "INPUT", "confirmed[0].reserve_used"),
    (award("seed_added", 1.5), "BET-8", "confirmed[0].seed_added"),
    (award("seat", 2), "PROG-5", "seat 2, progressive"),
    (award("amount", 1001), "PROG-5", "seat 1, progressive"),
    (award("seed_added", -1), "PROG-5", "seat 1, progressive"),
    (award("reserve_used", 2**62), "PROG-5", "seat 1, progressive"),
    (confirmed(AWARD, AWARD), "PROG-5", "one winner's"),
    (confirmed(AWARD, base=player(FULL_HOUSE, "progressive", None)), "PROG-5", "seat 1"),
    (confirmed(AWARD, base=player(FULL_HOUSE, "cards", "4c 5h")), "PROG-5", "seat 1"),
    # seats
    (player(CALIFORNIA, "seat", 99), "INPUT", "players[0].seat: got 99, expected a seat from 1 to 6"),
    (player(CALIFORNIA, "seat", 0), "INPUT", "players[0].seat"),
    (player(CALIFORNIA, "seat", -1), "INPUT", "players[0].seat"),
    (player(CALIFORNIA, "seat", 256 + 4), "INPUT", "players[0].seat"),
    (player(CALIFORNIA, "seat", "4"), "INPUT", "players[0].seat"),
    (player(CALIFORNIA, "seat", 6), "BANK-1", "no other wager"),
    (changed(CALIFORNIA, "bank", "seat", 99), "INPUT", "bank.seat"),
    (changed(CALIFORNIA, "bank", None), "BANK-1", "player-dealer"),
    (changed(WASHINGTON, "bank", {"seat": 1, "wager": 100}), "INPUT", "the house banks"),
    (changed(CALIFORNIA, "players", CALIFORNIA["players"] * 2), "BET-7", "one spot"),
    (changed(CALIFORNIA, "players", CALIFORNIA["players"] * 9), "INPUT", "at most 8"),
    (changed(CALIFORNIA, "players", []), "BET-1", "nobody"),
    (changed(CALIFORNIA, "players", None), "INPUT", "players: got nothing"),
    (changed(CALIFORNIA, "players", {"seat": 1}), "INPUT", "a list"),
    # cards
    (player(CALIFORNIA, "cards", "8d 4d"), "HAND-1", "twice"),
    (player(CALIFORNIA, "cards", "2h 2h"), "HAND-1", "twice"),
    (changed(CALIFORNIA, "dealer", "9d Ks"), "HAND-1", "twice"),
    (changed(CALIFORNIA, "community", "8d Ks 6s 4s 4s"), "HAND-1", "twice"),
    (player(CALIFORNIA, "cards", "2h"), "INPUT", "two cards"),
    (player(CALIFORNIA, "cards", "2h 3h 4h"), "INPUT", "two cards"),
    (player(CALIFORNIA, "cards", "2h 1d"), "INPUT", "two cards"),
    (player(CALIFORNIA, "cards", "2h 10d"), "INPUT", "two cards"),
    (player(CALIFORNIA, "cards", ["2h", "4d"]), "INPUT", "two cards"),
    (changed(CALIFORNIA, "community", "8d Ks 6s 4s"), "INPUT", "five cards"),
    (changed(CALIFORNIA, "community", None), "INPUT", "community: got nothing"),
    # decisions
    (player(CALIFORNIA, "play", []), "PLAY-1", ""),
    (player(CALIFORNIA, "play", ["fold"]), "PLAY-1", ""),
    (player(CALIFORNIA, "play", ["2x"]), "PLAY-1", ""),
    (player(CALIFORNIA, "play", ["5x"]), "PLAY-1", ""),
    (player(CALIFORNIA, "play", ["0x"]), "PLAY-1", ""),
    (player(CALIFORNIA, "play", ["04x"]), "INPUT", "a size such as 4x"),
    (player(CALIFORNIA, "play", ["99999999999999999999x"]), "PLAY-1", ""),
    (player(CALIFORNIA, "play", ["check"]), "PLAY-2", ""),
    (player(CALIFORNIA, "play", ["check", "fold"]), "PLAY-2", ""),
    (player(CALIFORNIA, "play", ["check", "4x"]), "PLAY-2", ""),
    (player(CALIFORNIA, "play", ["check", "check"]), "PLAY-3", ""),
    (player(CALIFORNIA, "play", ["check", "check", "check"]), "PLAY-3", ""),
    (player(CALIFORNIA, "play", ["check", "check", "2x"]), "PLAY-3", ""),
    (player(CALIFORNIA, "play", ["4x", "check"]), "PLAY-4", "once"),
    (player(CALIFORNIA, "play", ["4x", "2x"]), "PLAY-4", "once"),
    (player(CALIFORNIA, "play", ["check", "check", "fold", "1x"]), "PLAY-4", "once"),
    (player(CALIFORNIA, "play", ["all-in"]), "INPUT", "check, fold"),
    (player(CALIFORNIA, "play", ["x"]), "INPUT", "check, fold"),
    (player(CALIFORNIA, "play", [4]), "INPUT", "check, fold"),
    (player(CALIFORNIA, "play", "4x"), "INPUT", "a list of decisions"),
    # fields, options, profiles
    (changed(CALIFORNIA, "wagers", 1), "INPUT", "wagers: got 1, expected a known field"),
    (player(CALIFORNIA, "tips", 100), "INPUT", "players[0].tips"),
    (changed(CALIFORNIA, "bank", "button", 1), "INPUT", "bank.button"),
    (changed(CALIFORNIA, "options", "colection", 1), "INPUT", "options.colection"),
    (changed(CALIFORNIA, "options", "collection", 3), "INPUT", "options.collection"),
    (changed(CALIFORNIA, "options", "collection", "1"), "INPUT", "options.collection"),
    (changed(CALIFORNIA, "options", "coverage", "most"), "INPUT", "payoffs, net or gross"),
    (changed(CALIFORNIA, "options", "fold_keeps_trips", 1), "INPUT", "true or false"),
    (changed(CALIFORNIA, "options", "trips", "UTH-01"), "INPUT", "options.trips"),
    (changed(CALIFORNIA, "options", "fixed_pays_from", "tray"), "INPUT", "Progressive"),
    (changed(CALIFORNIA, "options", [1]), "INPUT", "options"),
    (changed(WASHINGTON, "options", {"coverage": "net"}), "INPUT", "where a player banks"),
    (changed(WASHINGTON, "options", {"pairs": 7}), "INPUT", "Pairs"),
    (changed(WASHINGTON, "options", {"pairs": 0}), "INPUT", "Pairs"),
    (changed(WASHINGTON, "options", {"trips": "UTH-05"}), "INPUT", "Trips"),
    (changed(CALIFORNIA, "rules", "nevada"), "INPUT", "rules: got \"nevada\""),
    (changed(CALIFORNIA, "rules", None), "INPUT", "rules: got nothing"),
    (changed(CALIFORNIA, "rules", 6), "INPUT", "the name of a rule profile"),
    # the meter
    (player(changed(WASHINGTON, "meter", {"carry": 0}), "progressive", 100), "INPUT", "meter.amount"),
    (changed(WASHINGTON, "meter", {**METER, "amount": -1}), "INPUT", "meter.amount"),
    (changed(WASHINGTON, "meter", {**METER, "amount": (1 << 63) - 1}), "INPUT", "meter.amount"),
    (changed(WASHINGTON, "meter", {**METER, "carry": 10000}), "INPUT", "meter.carry"),
    (changed(WASHINGTON, "meter", {**METER, "level": 1}), "INPUT", "meter.level"),
    (changed(WASHINGTON, "meter", 7), "INPUT", "meter"),
    # names longer than a message
    (changed(CALIFORNIA, "\u00e9" * 5000, 1), "INPUT", "\u00e9"),
    (changed(CALIFORNIA, "\U0001f0a1" * 1000, 1), "INPUT", "\U0001f0a1"),
    (changed(CALIFORNIA, "options", "x\u00e9" * 5000, 1), "INPUT", "options.x\u00e9"),
    (changed(CALIFORNIA, "rules", "\u2660" * 5000), "INPUT", "\u2660"),
    (changed(CALIFORNIA, "a\"b\\c\nd\te\x7f", 1), "INPUT", "a\"b\\c?d?e?"),
]  # fmt: skip


def line_of(item):
    return item if isinstance(item, bytes) else json.dumps(item, ensure_ascii=False).encode()


class Settle(ProgramTest):
    def test_the_example_of_the_contract_is_settled_so(self):
        run = uth("settle", given=GOOD + b"\n")
        self.assert_done(run)
        (answer,) = run.lines
        self.assertEqual(answer["id"], "r1")
        self.assertEqual(answer["dealer"]["hand"], "pair")
        self.assertIs(answer["dealer"]["qualifies"], True)
        self.assertEqual(
            answer["fees"], {"player_dealer": 200, "players": [{"seat": 4, "fee": 100}]}
        )
        (seat,) = answer["players"]
        self.assertEqual((seat["seat"], seat["result"], seat["net"]), (4, "fold", -7900))
        for wager, stake in (("ante", 3700), ("blind", 3700), ("trips", 500)):
            settled = seat["wagers"][wager]
            self.assertEqual(
                (settled["stake"], settled["outcome"], settled["net"]), (stake, "lose", -stake)
            )
            self.assertTrue(settled["reason"])
        self.assertEqual(answer["bank"], {"seat": 6, "wager": 56600, "net": 7900})
        self.assertNotIn("progressive", answer)

    def test_the_progressive_stands_only_where_somebody_bet_it(self):
        """PROG-2"""
        document = changed(WASHINGTON, "meter", METER)
        quiet, fed = uth(
            "settle",
            given=line_of(document) + b"\n" + line_of(player(document, "progressive", 100)),
        ).lines
        self.assertNotIn("progressive", quiet)
        meter = fed["progressive"]["meter"]
        self.assertEqual((meter["amount"], meter["reserve"]), (1234587, 5002))
        self.assertEqual(fed["progressive"]["awards"], [])

    def test_what_was_confirmed_is_paid_as_it_was(self):
        """PROG-5: of a meter's wins by whoever keeps it; without them they are worked out."""
        royal = player(changed(FULL_HOUSE, "community", "Qh Jh Th 2c 3d"), "cards", "Ah Kh")
        whole = {"seat": 1, "amount": 1600, "from_meter": 1600, "from_house": 0, "seed_added": 7, "reserve_used": 3}
        rounds = (FULL_HOUSE, confirmed(AWARD), confirmed(whole, base=royal))
        anew, paid, reseeded = uth("settle", given=b"\n".join(map(line_of, rounds))).lines
        for answer, amount, from_meter, meter, reserve in (
            (anew, 1000, 0, 1234587, 5002), (paid, 1000, 400, 1234587 - 400, 5002),
            (reseeded, 1600, 1600, 1234587 - 1600 + 7 + 3, 4999),
        ):  # fmt: skip
            progressive = answer["progressive"]
            self.assertEqual(progressive["awards"], [
                {"seat": 1, "line": progressive["awards"][0]["line"], "amount": amount, "from_meter": from_meter,
                 "from_house": amount - from_meter},
            ])  # fmt: skip
            self.assertEqual((progressive["meter"]["amount"], progressive["meter"]["reserve"]), (meter, reserve))
            self.assertEqual(answer["players"][0]["wagers"]["progressive"]["net"], amount - 100)

    def test_each_bad_line_gets_one_refusal_and_the_rest_is_settled(self):
        given = b"".join(line_of(bad) + b"\n" + GOOD + b"\n" for bad, _, _ in REFUSED)
        run = uth("settle", given=given)
        self.assertEqual(run.status, 1)
        self.assertEqual(run.err, b"")
        answers = run.lines
        self.assertEqual(len(answers), 2 * len(REFUSED))
        for i, (bad, clause, part) in enumerate(REFUSED):
            refusal, settled = answers[2 * i : 2 * i + 2]
            with self.subTest(str(bad)[:100]):
                self.assertEqual(refusal.keys(), {"id", "error"})
                self.assertEqual(refusal["error"]["clause"], clause, refusal)
                self.assertIn(part, refusal["error"]["message"])
                self.assertNotIn(refusal["error"]["message"][0], ".: ")
                self.assertEqual(refusal["error"]["line"], 2 * i + 1)
                self.assertEqual(settled["players"][0]["net"], -7900)

    def test_each_bad_line_is_refused_alone_with_status_1(self):
        for bad, _, _ in REFUSED[:12]:
            with self.subTest(str(bad)[:40]):
                run = uth("settle", given=line_of(bad))
                self.assertEqual((run.status, len(run.lines)), (1, 1))

    def test_the_id_comes_back_as_it_was_given(self):
        ids = ["r1", "", 7, -1, 0.5, None, True, {"a": [1, {"b": "\u00e9\u2660\U0001f0a1"}]},
               "quote \" backslash \\ newline \n tab \t", "x" * 50000, [[[]]],
               9223372036854775807]  # fmt: skip
        given = b"\n".join(json.dumps({**CALIFORNIA, "id": i}).encode() for i in ids)
        given += b"\n" + b"\n".join(json.dumps({**CALIFORNIA, "id": i, "x": 1}).encode() for i in ids)
        run = uth("settle", given=given)
        self.assertEqual([answer["id"] for answer in run.lines], ids + ids)

    def test_a_line_with_an_amount_beyond_64_bits_keeps_its_id(self):
        run = uth("settle", given=GOOD.replace(b"3700", b"9223372036854775808"))
        self.assertEqual(run.lines[0]["id"], "r1")

    def test_a_round_without_an_id_is_answered_with_null(self):
        self.assertIsNone(uth("settle", given=line_of(changed(CALIFORNIA, "id", None))).lines[0]["id"])

    def test_empty_lines_are_passed_over_and_counted(self):
        run = uth("settle", given=b"\n\n  \t\n" + GOOD + b"\n\nbad\n")
        self.assertEqual([line.get("error", {}).get("line") for line in run.lines], [None, 6])

    def test_the_last_line_needs_no_newline(self):
        self.assertEqual(len(uth("settle", given=GOOD + b"\n" + GOOD).lines), 2)

    def test_lines_may_end_as_windows_ends_them(self):
        run = uth("settle", given=GOOD + b"\r\n\r\n" + GOOD + b"\r\n")
        self.assert_done(run)
        self.assertEqual(len(run.lines), 2)

    def test_a_byte_order_mark_in_front_of_everything_is_passed_over(self):
        """And in front of nothing else; verify reads it likewise, also over many lines"""
        mark, laid_out = b"\xef\xbb\xbf", json.dumps(CALIFORNIA, indent=1).encode()
        run = uth("settle", given=mark + GOOD + b"\n" + GOOD)
        self.assert_done(run)
        self.assertEqual(run.out, uth("settle", given=GOOD + b"\n" + GOOD).out)
        for given in (GOOD + b"\n" + mark + GOOD, mark + mark + GOOD, mark[:2] + GOOD):
            self.assertIn(b"not JSON", uth("settle", given=given).out)
        for given in (GOOD, laid_out):
            self.assertEqual(uth("verify", given=mark + given).out, uth("verify", given=given).out)
        self.assertEqual(uth("settle", given=mark + b"\n").out, b"")

    def test_no_input_is_no_output(self):
        for given in (b"", b"\n", b"\r\n\r\n"):
            run = uth("settle", given=given)
            self.assert_done(run)
            self.assertEqual(run.out, b"")

    def test_a_line_of_the_longest_kind_is_read_and_one_byte_more_is_not(self):
        for length, status in ((65536, 0), (65537, 1)):
            run = uth("settle", given=GOOD + b" " * (length - len(GOOD)))
            self.assertEqual(run.status, status)

    def test_players_are_answered_as_they_were_listed(self):
        """SHOW-9 orders the money, not the answer."""
        document = copy.deepcopy(CALIFORNIA)
        cards = {5: "2h 4d", 1: "3h 3d", 4: "Ah Ad", 2: "7h 7d"}
        document["players"] = [
            {**CALIFORNIA["players"][0], "seat": seat, "cards": hole} for seat, hole in cards.items()
        ]
        answer = uth("settle", given=line_of(document)).lines[0]
        self.assertEqual([seat["seat"] for seat in answer["players"]], [5, 1, 4, 2])
        self.assertEqual([fee["seat"] for fee in answer["fees"]["players"]], [5, 1, 4, 2])

    def test_a_pay_table_whose_id_is_a_number_is_asked_for_by_number(self):
        """PAIR-2"""
        document = player(WASHINGTON, "pairs", 500)
        for table, net in ((1, 15000), (2, 500000)):
            document = changed(document, "options", {"pairs": table})
            document["players"][0]["cards"] = "As Ac"
            document["dealer"] = "Ah Ad"
            document["community"] = "9h 2d 3s Kc Kd"
            answer = uth("settle", given=line_of(document)).lines[0]
            self.assertEqual(answer["players"][0]["wagers"]["pairs"]["net"], net)

    def test_a_file_is_read_as_standard_input_is(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(GOOD + b"\nbad\n")
            file.flush()
            self.assertEqual(
                uth("settle", file.name).out, uth("settle", given=GOOD + b"\nbad\n").out
            )
            self.assertEqual(uth("settle", "-", given=GOOD).out, uth("settle", given=GOOD).out)

    def test_a_file_that_cannot_be_read_is_said(self):
        self.assert_refused(uth("settle", "/nowhere/rounds"), "/nowhere/rounds", "No such file")
        with tempfile.TemporaryDirectory() as directory:
            self.assert_refused(uth("settle", directory), "Is a directory")

    def test_rounds_may_name_a_profile_of_ones_own(self):
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "mine.json")
            with open(path, "w") as file:
                json.dump({"based_on": "washington", "name": "mine", "ante_unqualified": "wins"}, file)
            document = line_of(changed(WASHINGTON, "rules", "mine"))
            self.assert_done(uth("settle", "--rules", path, given=document))
            self.assertEqual(uth("settle", given=document).status, 1)
            with open(path, "w") as file:
                json.dump({"based_on": "washington", "name": "mine", "seats": 9}, file)
            self.assert_refused(
                uth("settle", "--rules", path, given=document), "seats: got 9", "1 to 8 seats"
            )

    def settle_own(self, *rounds):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(OWN, file)
            file.flush()
            given = b"\n".join(line_of({**item, "rules": "own"}) for item in rounds)
            return uth("settle", "--rules", file.name, given=given)

    def test_a_houses_own_side_bets_stand_under_side_by_their_ids(self):
        """BET-2: on input and in the answer, beside the wagers every house has"""
        seat = {**WASHINGTON["players"][0], "trips": 300, "side": {"flop_five": 500, "pocket": 200}}
        run = self.settle_own({**WASHINGTON, "players": [seat]})
        self.assert_done(run)
        wagers = run.lines[0]["players"][0]["wagers"]
        self.assertEqual(list(wagers), ["ante", "play", "blind", "trips", "side"])
        self.assertEqual(wagers["side"], {
            "flop_five": {"stake": 500, "outcome": "win", "net": 1000,
                          "reason": "the hand is on the table: Flop Five wins"},
            "pocket": {"stake": 200, "outcome": "lose", "net": -200,
                       "reason": "the hole cards are not on the table: Pocket loses"},
        })  # fmt: skip
        self.assertEqual(list(self.settle_own(WASHINGTON).lines[0]["players"][0]["wagers"]), ["ante", "play", "blind"])

    def test_a_side_bet_that_may_not_be_made_is_refused_by_its_clause(self):
        """BET-2 to BET-5, BET-8"""
        seat = WASHINGTON["players"][0]
        run = self.settle_own(*({**WASHINGTON, "players": [{**seat, **wagers}]} for wagers, _, _ in OWN_REFUSED))
        self.assertEqual((run.status, len(run.lines)), (1, len(OWN_REFUSED)))
        for answer, (wagers, clause, part) in zip(run.lines, OWN_REFUSED):
            with self.subTest(str(wagers)[:80]):
                self.assertEqual(answer["error"]["clause"], clause, answer)
                self.assertIn(part, answer["error"]["message"])

    def test_a_simulated_round_with_own_side_bets_is_settled(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(OWN, file)
            file.flush()
            record = uth("simulate", "--rules", file.name, "--wagers", "trips,flop_five,pocket", "--replay", "1:0")
            self.assert_done(record)
            self.assertEqual(record.lines[0]["players"][0]["side"], {"flop_five": 100, "pocket": 100})
            run = uth("settle", "--rules", file.name, given=record.out)
            self.assert_done(run)
            self.assertEqual(run.lines[0]["players"][0]["wagers"]["side"].keys(), {"flop_five", "pocket"})

    def test_a_round_is_answered_before_the_next_one_is_there(self):
        with subprocess.Popen([UTH, "settle"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
            for given in (GOOD, b"bad", GOOD):
                run.stdin.write(given + b"\n")
                run.stdin.flush()
                self.assertIn(b'"id"', run.stdout.readline())
            run.stdin.close()
            self.assertEqual((run.wait(), run.stdout.read()), (1, b""))

    def test_json_is_accepted_and_changes_nothing(self):
        self.assertEqual(uth("settle", "--json", given=GOOD).out, uth("settle", given=GOOD).out)


if __name__ == "__main__":
    main()
