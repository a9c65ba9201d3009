"""`uth verify`: rounds dealt by another program fit, and whatever was changed in one is noticed."""
import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import ed25519
from deal_again import (DOCUMENT, PROGRAM, VECTORS, deck, fair_round, fair_seed, part_commitment, receipt,
                        roster_hash, seeded, show_cards, signed)
from program import ProgramTest, main, uth

RNG = seeded(os.environ)
PROCEDURES = ("shoe", "shuffler", "deck-mate", "ace-ideal")
TABLES = (("california-8", 8), ("california-6", 6), ("washington", 7))


def any_round(rules="washington", procedure="shuffler", count=2, **numbers):
    seats = dict(TABLES)[rules]
    bank = RNG.randint(1, seats) if rules != "washington" else None
    free = [seat for seat in range(1, seats + 1) if seat != bank]
    return fair_round(RNG, rules, procedure, RNG.sample(free, count), bank, **numbers)


def with_part(**numbers):
    """A round to which somebody has contributed; the record, its first such member, and a seat without."""
    while True:
        record = any_round(count=3, **numbers)
        members = {bool(member["part"]): member for member in record["fairness"]["roster"]}
        if len(members) == 2:
            return record, members[True], members[False]


def called_off(**changes):
    """A round whose seat 3 did not reveal its part, and nothing was dealt."""
    fair = fair_seed(RNG, "shuffler", [1, 3])
    fair["dealt"], fair["withheld"] = [], [3]
    for member in fair["roster"]:
        part = RNG.randbytes(32)
        member["commitment"] = part_commitment(fair, member["seat"], part).hex()
        member["part"] = part.hex() if member["seat"] == 1 else None
    players = [{"seat": seat, "ante": 500, "blind": 500} for seat in (1, 3)]
    return {"id": "v", "rules": "washington", "players": players, "fairness": signed({**fair, **changes}),
            "void": True, "cause": "withheld"}


def line(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


def settled(record):
    return uth("settle", given=line(record)).lines[0]


class Document(ProgramTest):
    def test_the_vectors_of_the_document_are_those_of_the_file(self):
        whole = [(vector["commitment"], vector["roster_hash"], vector["deck"]) for vector in VECTORS]
        shown = DOCUMENT.split("## Test vectors")[1].split("## A round's record")[0]
        found = [[text[11:] for text in shown.splitlines() if text.startswith(name.ljust(11))]
                 for name in ("commitment", "roster", "deck")]
        self.assertEqual(len(found[2]), 3)
        for three in zip(*found):
            self.assertIn(three, whole)
        self.assertIn(VECTORS[5]["signature"], shown)

    def test_the_program_of_the_document_deals_the_vectors(self):
        for vector in VECTORS:
            self.assertEqual(" ".join(deck(vector)), vector["deck"])
            self.assertEqual(roster_hash(vector).hex(), vector["roster_hash"])

    def test_the_signatures_of_the_vectors_are_ed25519_by_another_program(self):
        for vector in VECTORS:
            key, hash_ = bytes.fromhex(vector["key"]), roster_hash(vector)
            self.assertTrue(ed25519.fits(key, hash_, bytes.fromhex(vector["signature"])))
            self.assertFalse(ed25519.fits(key, hash_[::-1], bytes.fromhex(vector["signature"])))

    def test_the_program_of_the_document_runs_as_it_stands(self):
        records = [any_round(), any_round(), with_part()[0]]
        records[1]["fairness"]["commitment"] = "00" * 32
        member = next(each for each in records[2]["fairness"]["roster"] if each["part"])
        member["part"] = "00" * 32
        show_cards(records[2])
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(line(*records))
            file.flush()
            done = subprocess.run(
                [sys.executable, "-c", PROGRAM, file.name], capture_output=True, check=True
            )
        words = [text.split() for text in done.stdout.decode().splitlines()]
        self.assertEqual([text[0] for text in words], ["True", "False", "True"])
        self.assertEqual([text[1] for text in words], ["True", "True", "False"])
        for text, record in zip(words[::2], records[::2]):
            self.assertEqual(text[2:4], record["players"][0]["cards"].split())

    def test_every_block_of_json_in_the_document_is_a_record_that_can_be_read(self):
        block = DOCUMENT.split("```json\n")[1].split("```")[0]
        for short, size in (("4164…", 32), ("0001…", 32), ("6d05…", 32), ("a0a1…", 32), ("0b5c…", 64), ("d75a…", 32)):
            self.assertIn(short, block)
            block = block.replace(short, "00" * size)
        fields = json.loads("{" + block + "}")
        record = any_round()
        record["fairness"], record["answer"] = fields["fairness"], fields["answer"]
        self.assertNotIn("error", settled(record))


class Fits(ProgramTest):
    def test_rounds_of_every_profile_procedure_and_number_of_players_fit(self):
        """DEAL-2, DEAL-3"""
        records = [
            any_round(rules, procedure, count)
            for rules, seats in TABLES
            for procedure in PROCEDURES
            for count in range(1, seats + (rules == "washington"))
        ]
        run = uth("verify", "--json", given=line(*records))
        self.assert_done(run)
        self.assertEqual(len(run.lines), len(records))
        for answer, record in zip(run.lines, records):
            parts = [each["seat"] for each in record["fairness"]["roster"] if each["part"]]
            self.assertEqual(answer["id"], record["id"])
            self.assertIs(answer["verified"], True)
            self.assertEqual(answer["cards"], 2 * len(record["players"]) + 7)
            self.assertEqual((answer["parts"], answer["withheld"]), (parts, []))
            self.assertEqual(answer["answer"], "not recorded")

    def test_it_says_in_words_what_was_checked(self):
        record = any_round()
        record["id"] = "r1"
        for member in record["fairness"]["roster"]:
            member["commitment"] = member["part"] = None
        record["fairness"] = signed(record["fairness"])
        run = uth("verify", given=line(show_cards(record)))
        self.assert_done(run)
        self.assertEqual(
            run.out.decode(),
            "round r1: the commitment matches, the roster matches its signature, all 11 cards match the deal; "
            "the record has no answer to compare\n",
        )
        record["answer"] = settled(record)
        run = uth("verify", given=line(record))
        self.assertIn("; it settles as recorded\n", run.out.decode())

    def test_the_seats_whose_parts_are_in_the_seed_are_named(self):
        while True:
            record = any_round(count=3)
            seats = [each["seat"] for each in record["fairness"]["roster"] if each["part"]]
            if len(seats) > 1:
                break
        run = uth("verify", given=line(record))
        self.assertIn(f"with the parts of seat {', '.join(map(str, seats))};", run.out.decode())

    def test_a_round_that_was_called_off_fits_with_nothing_dealt(self):
        run = uth("verify", given=line(called_off()))
        self.assert_done(run)
        self.assertEqual(run.out.decode(), "round v: void: the commitment matches, the roster matches its signature, nothing "
                         "was dealt; with the parts of seat 1; withheld by seat 3\n")
        answer = uth("verify", "--json", given=line(called_off())).lines[0]
        self.assertEqual((answer["verified"], answer["withheld"], answer["answer"], answer["cards"]),
                         (True, [3], "void", 0))

    def test_a_round_whose_meter_had_gone_fits_with_a_roster_and_nothing_dealt(self):
        fair = fair_seed(RNG, "shuffler", [1, 3])
        fair["dealt"], fair["withheld"] = [], []
        record = {**called_off(), "fairness": signed(fair), "cause": "meter"}
        run = uth("verify", given=line(record))
        self.assert_done(run)
        self.assertIn("the roster matches its signature, nothing was dealt", run.out.decode())

    def test_a_round_that_was_void_before_no_more_bets_fits_without_a_roster(self):
        record = called_off()
        member = record["fairness"]["roster"][0]
        proof = f"1:{receipt(record['fairness'], 1, member['commitment'])}"
        key = record["fairness"]["key"]
        record["fairness"].update(roster=None, signature=None, key=None, withheld=[])
        record["cause"] = "pit"
        # A commitment that was made by then counts for nothing, and there is nothing to compare it with.
        for arguments in ((), ("--receipt", proof), ("--part", f"1:{member['part']}", "--receipt", proof, "--key", key)):
            run = uth("verify", *arguments, given=line(record))
            self.assert_done(run)
            self.assertIn("the players were not fixed yet, nothing was dealt\n", run.out.decode())

    def test_a_round_that_was_void_after_the_deal_shows_the_dealt_cards(self):
        record = {**any_round(), "void": True, "cause": "pit"}
        run = uth("verify", given=line(record))
        self.assert_done(run)
        self.assertIn("void: the commitment matches, the roster matches its signature, all 11 cards", run.out.decode())

    def test_a_record_may_be_laid_out_over_many_lines(self):
        record = any_round()
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(record, file, indent=4)
            file.flush()
            self.assert_done(uth("verify", file.name))
        self.assert_done(uth("verify", given=json.dumps(record, indent=1)))

    def test_what_the_player_wrote_down_is_compared(self):
        record, member, other = with_part()
        fair, given, seat = record["fairness"], line(record), member["seat"]
        own = f"{seat}:{member['part']}"
        proof = f"{seat}:{receipt(fair, seat, member['commitment'])}"
        hash_ = roster_hash(fair).hex()
        for arguments in (("--commitment", fair["commitment"]), ("--part", own), ("--receipt", proof),
                          ("--roster", hash_), ("--key", fair["key"]),
                          ("--part", own, "--receipt", proof, "--key", fair["key"])):
            self.assert_done(uth("verify", *arguments, given=given))
        wrong = f"{own[:-1]}{int(own[-1], 16) ^ 1:x}"
        for arguments, words in (
            (("--commitment", "00" * 32), "the commitment is not the one you gave"),
            (("--part", wrong), f"the part of seat {seat} is not the one you gave"),
            (("--part", f"{other['seat']}:{member['part']}"), f"no commitment of seat {other['seat']} is in the roster"),
            (("--roster", "00" * 32), "the roster is not the one you were shown"),
            (("--key", "00" * 32), "the roster is signed with a key other than the one you gave"),
            (("--receipt", f"{proof[:-1]}{int(proof[-1], 16) ^ 1:x}"), f"the receipt of seat {seat} does not match its commitment"),
            (("--receipt", f"{other['seat']}:{'00' * 64}"), f"the roster has no commitment of seat {other['seat']}: give its part"),
        ):
            with self.subTest(words):
                run = uth("verify", *arguments, given=given)
                self.assertEqual(run.status, 1)
                self.assertIn(words, run.out.decode())

    def test_the_answer_that_was_recorded_is_compared(self):
        record = any_round("california-8", "shoe", 3)
        whole = settled(record)
        players = [{"seat": each["seat"], "net": each["net"]} for each in whole["players"]]
        for answer in (whole, {"players": players}):
            run = uth("verify", "--json", given=line({**record, "answer": answer}))
            self.assert_done(run)
            self.assertEqual(run.lines[0]["answer"], "fits")


class Noticed(ProgramTest):
    def assert_noticed(self, record, failed, *words):
        run = uth("verify", "--json", given=line(record))
        self.assertEqual(run.status, 1, run.out)
        answer = run.lines[0]
        self.assertIs(answer["verified"], False)
        self.assertEqual(answer["failed"], failed, answer)
        for word in words:
            self.assertIn(word, answer["message"])
        said = uth("verify", given=line(record))
        self.assertEqual(said.status, 1)
        self.assertIn(answer["message"], said.out.decode())

    def test_each_card_that_is_not_the_dealt_one_is_named(self):
        """A card that is nowhere on the table in the place of each that is."""
        record = any_round("washington", "shoe", 3)
        cards = deck(record["fairness"])
        other = cards[20]
        places = [
            (("players", i, "cards"), k, f"the {nth} card of seat {record['players'][i]['seat']}")
            for i in range(3)
            for k, nth in enumerate(("first", "second"))
        ]
        places += [(("dealer",), k, f"the dealer's {n} card") for k, n in enumerate(("first", "second"))]
        flop = [f"the {nth} card of the flop" for nth in ("first", "second", "third")]
        places += [(("community",), k, name) for k, name in enumerate([*flop, "the turn", "the river"])]
        for path, k, name in places:
            with self.subTest(name):
                changed = copy.deepcopy(record)
                inner = changed
                for step in path[:-1]:
                    inner = inner[step]
                held = inner[path[-1]].split()
                was, held[k] = held[k], other
                inner[path[-1]] = " ".join(held)
                words = f"{name} is {other} in the record, but {was} was dealt"
                self.assert_noticed(changed, "card", words)

    def test_two_cards_that_changed_places_are_noticed(self):
        record = any_round()
        record["dealer"] = " ".join(reversed(record["dealer"].split()))
        self.assert_noticed(record, "card", "the dealer's first card")

    def changed(self, record, **fairness):
        """The same with another seed, signed again: the signer is the one who would cheat."""
        return {**record, "fairness": signed({**record["fairness"], **fairness})}

    def test_whatever_the_deck_follows_from_is_noticed_when_it_changes(self):
        record, member, other = with_part()
        roster = record["fairness"]["roster"]
        seat = member["seat"]
        for name in ("table", "round"):
            number = (record["fairness"][name] + 1) % 2**32
            self.assert_noticed(self.changed(record, **{name: number}), "part", "is not the one it committed to")
        less = [{**each, "commitment": None, "part": None} if each is member else each for each in roster]
        self.assert_noticed(self.changed(record, roster=less), "card")
        less = [{**each, "part": None} if each is member else each for each in roster]
        self.assert_noticed(self.changed(record, roster=less), "part",
                            f"seat {seat} committed to a part that is not in the record")
        more = [{**each, "part": "00" * 32} if each is member else each for each in roster]
        self.assert_noticed(self.changed(record, roster=more), "part",
                            f"the part of seat {seat} is not the one it committed to")
        changed = copy.deepcopy(record)
        changed["fairness"]["secret"] = "00" * 32
        self.assert_noticed(changed, "commitment", "does not match the commitment")
        changed = copy.deepcopy(record)
        changed["fairness"]["commitment"] = "00" * 32
        self.assert_noticed(changed, "commitment", "does not match the commitment")

    def test_a_roster_that_is_not_the_signed_one_is_noticed(self):
        """(e), (g) and (i) of tests/fair/test_attacks.c, as a record shows them"""
        record, member, other = with_part()
        fair = record["fairness"]
        self.assert_noticed({**record, "fairness": {**fair, "signature": "00" * 64}}, "signature",
                            "the signature does not match this roster")
        self.assert_noticed({**record, "fairness": {**fair, "key": ed25519.public_key(b"x" * 32).hex()}}, "signature")
        unsigned = {**fair, "roster": None, "signature": None, "key": None}
        self.assert_noticed({**record, "fairness": unsigned}, "roster", "the record has no roster")
        free = next(seat for seat in range(1, 8) if seat not in fair["dealt"])
        more = sorted([*fair["roster"], {"seat": free, "commitment": None, "part": None}], key=lambda one: one["seat"])
        self.assert_noticed(self.changed(record, roster=more), "roster", f"seat {free} is in the roster, but got no cards")
        less = [each for each in fair["roster"] if each is not other]
        self.assert_noticed(self.changed(record, roster=less), "roster",
                            f"seat {other['seat']} got cards, but is not in the roster")
        self.assert_noticed(self.changed(record, bank=other["seat"]), "roster")

    def test_a_commitment_with_a_receipt_that_is_not_in_the_roster_is_noticed(self):
        """(f): the server drops what it gave a receipt for"""
        record, member, _ = with_part()
        seat, fair = member["seat"], record["fairness"]
        proof = receipt(fair, seat, member["commitment"])
        less = [{**each, "commitment": None, "part": None} if each is member else each for each in fair["roster"]]
        dropped = show_cards(self.changed(record, roster=less))
        self.assert_done(uth("verify", given=line(dropped)))  # by itself it is consistent
        run = uth("verify", "--part", f"{seat}:{member['part']}", "--receipt", f"{seat}:{proof}", given=line(dropped))
        self.assertEqual(run.status, 1)
        self.assertIn(f"the server gave a receipt for the commitment of seat {seat}, but the roster does not have it",
                      run.out.decode())

    def test_a_call_off_that_does_not_say_who_withheld_is_noticed(self):
        self.assert_noticed(called_off(withheld=[1]), "withheld", "seat 1 is said to have withheld a part")
        record = called_off()
        for member in record["fairness"]["roster"]:
            member["part"] = None
        self.assert_noticed(record, "withheld", "the part of seat 1 is missing, and is not said to be withheld")
        self.assert_noticed(called_off(dealt=[1, 3]), "part", "cards were dealt without the part of seat 3")

    def test_a_cause_that_the_record_contradicts_is_noticed(self):
        withheld = called_off()
        for cause in ("pit", "meter", "no_wagers", "other", None):
            self.assert_noticed({**withheld, "cause": cause}, "cause", "the cause of the void does not agree")
        for cause in ("withheld", "meter", "no_wagers"):
            self.assert_noticed({**any_round(), "void": True, "cause": cause}, "cause")
        unsigned = {"roster": None, "signature": None, "key": None, "withheld": []}
        early = {**withheld, "fairness": {**withheld["fairness"], **unsigned}, "cause": "meter"}
        self.assert_noticed(early, "cause", "the cause of the void does not agree")

    def test_a_void_round_shows_all_cards_that_were_dealt(self):
        record = {**any_round(), "void": True, "cause": "pit"}
        del record["dealer"]
        self.assert_noticed(record, "card", "the record does not show all")

    def test_another_procedure_than_that_of_the_rules_is_noticed(self):
        """DEAL-3: chosen afterwards it would be a choice among deals."""
        record = any_round("washington", "shoe")
        record["options"]["procedure"] = "shuffler"
        self.assert_noticed(record, "procedure", "dealt by 'shoe', the rules say 'shuffler'")

    def test_a_procedure_that_is_changed_after_the_reveals_is_noticed(self):
        """DEAL-3: by another procedure the same deck gives everybody other cards."""
        record = with_part(procedure="shuffler")[0]
        shown = roster_hash(record["fairness"]).hex()
        for procedure in {*PROCEDURES} - {"shuffler"}:
            changed = copy.deepcopy(record)
            changed["options"]["procedure"] = changed["fairness"]["procedure"] = procedure
            self.assert_noticed(show_cards(changed), "signature", "the signature does not match this roster")
            changed["fairness"] = signed(changed["fairness"])
            run = uth("verify", "--roster", shown, given=line(changed))
            self.assertEqual(run.status, 1)
            self.assertIn("the roster is not the one you were shown", run.out.decode())

    def test_other_seats_or_another_order_is_noticed(self):
        """DEAL-2"""
        record = any_round()
        seats = record["fairness"]["dealt"]
        absent = next(seat for seat in range(1, 8) if seat not in seats)
        for dealt in (seats[::-1], seats[:1], sorted([*seats, absent]), [absent, seats[1]]):
            changed = copy.deepcopy(record)
            changed["fairness"]["dealt"] = dealt
            self.assert_noticed(changed, "dealt" if sorted(dealt) == seats else "roster")

    def test_a_settlement_that_is_not_the_recorded_one_is_noticed(self):
        record = any_round("california-6", "shoe", 3)
        answer = settled(record)
        for path, value in (
            (("players", 1, "net"), answer["players"][1]["net"] + 1),
            (("players", 0, "wagers", "ante", "outcome"), "returned "),
            (("dealer", "qualifies"), not answer["dealer"]["qualifies"]),
            (("bank", "net"), 1.5),
            (("players", 2, "tip"), 5),
            (("players",), answer["players"][:2]),
        ):
            with self.subTest(path):
                changed = copy.deepcopy(answer)
                inner = changed
                for step in path[:-1]:
                    inner = inner[step]
                inner[path[-1]] = value
                self.assert_noticed({**record, "answer": changed}, "answer", "the recorded answer has")

    def test_an_answer_that_does_not_say_what_was_won_is_none(self):
        record = any_round()
        for answer in ({}, {"players": []}, {"players": [{"seat": 1}] * 2}, {"players": 7}):
            self.assert_noticed({**record, "answer": answer}, "answer", "does not say what each seat won")

    def test_a_record_that_does_not_say_what_it_was_dealt_from_proves_nothing(self):
        record = any_round()
        del record["fairness"]
        self.assert_noticed(record, "fairness", "does not say what it was dealt from")

    def test_one_bad_round_among_good_ones_is_the_one_named(self):
        records = [any_round() for _ in range(5)]
        records[3]["dealer"], records[3]["id"] = "As Ah", "odd"
        run = uth("verify", given=line(*records))
        said = run.out.decode().splitlines()
        self.assertEqual(run.status, 1)
        self.assertIn("round odd: ", said[3])
        self.assertEqual(said[5], "5 rounds, 1 of them fails verification")


GOOD = any_round()
FAIR = GOOD["fairness"]
MEMBER = {"seat": 1, "commitment": None, "part": None}


def fairness(**changes):
    changed = {**FAIR, **changes}
    return {**GOOD, "fairness": {k: v for k, v in changed.items() if v is not Ellipsis}}


class Refused(ProgramTest):
    def test_what_is_no_record_is_refused_and_the_rest_is_checked(self):
        for bad in (b"hello", b"{", b"[]", b"null", b"\x00\xff", b"[" * 70000, b'{"id":' * 5000):
            with self.subTest(bad[:10]):
                run = uth("verify", given=bad + b"\n" + line(GOOD).encode())
                said = run.out.decode().splitlines()
                self.assertEqual((run.status, run.err), (1, b""))
                self.assertTrue(said[0].startswith("line 1: refused: "), said[0])
                self.assertIn("the commitment matches", said[1])

    def test_no_round_at_all_is_not_a_good_one(self):
        for given in (b"", b"\n \n\n"):
            self.assert_refused(uth("verify", given=given), "it contains no round")
        self.assert_refused(uth("verify", "/no/such/file"), "cannot read '/no/such/file'")
        self.assert_refused(uth("verify", "/"), "cannot read")

    def test_the_shape_of_the_fairness_is_checked_by_settle_as_well(self):
        hexes = "64 lower-case hex digits"
        bytes_ = "1 to 32 bytes as lower-case hex digits"
        for bad, words in (
            ({**GOOD, "fairness": 7}, "fairness: got 7, expected an object"),
            ({**GOOD, "fairness": None}, "fairness: got null"),
            (fairness(scheme=1), "fairness.scheme: got 1, expected 2"),
            (fairness(scheme=...), "fairness.scheme: got nothing"),
            (fairness(secret=...), f"fairness.secret: got nothing, expected {hexes}"),
            (fairness(secret="00" * 31), hexes),
            (fairness(secret="00" * 33), hexes),
            (fairness(secret="0" * 63), hexes),
            (fairness(commitment="AA" * 32), hexes),
            (fairness(commitment="0g" * 32), hexes),
            (fairness(commitment=5), hexes),
            (fairness(table=-1), "fairness.table: got -1, expected a whole number from 0 to 4294967295"),
            (fairness(table=2**32), "fairness.table"),
            (fairness(table="1"), "fairness.table"),
            (fairness(round=2**53), "from 0 to 9007199254740991"),
            (fairness(round=1.0), "fairness.round"),
            (fairness(procedure="hand"), "fairness.procedure: got \"hand\", expected one of shoe"),
            (fairness(bank=8), "fairness.bank: got 8"),
            (fairness(roster=...), "fairness.roster: got nothing"),
            (fairness(roster=[]), "fairness.roster: got []"),
            (fairness(roster={}), "fairness.roster"),
            (fairness(roster=[7]), "fairness.roster[0]: got 7, expected an object"),
            (fairness(roster=[{**MEMBER, "seat": 8}]), "roster[0].seat: got 8"),
            (fairness(roster=[{**MEMBER, "seat": 0}]), "roster[0].seat: got 0"),
            (fairness(roster=[{**MEMBER, "commitment": "00"}]), hexes),
            (fairness(roster=[{**MEMBER, "part": "00" * 32}]), "expected null: this seat committed to none"),
            (fairness(roster=[MEMBER, MEMBER]), "roster[1].seat: got 1, expected each seat once"),
            (fairness(roster=[{**MEMBER, "x": 1}]), "a known field"),
            (fairness(signature=None), "128 lower-case hex digits"),
            (fairness(signature="00" * 32), "128 lower-case hex digits"),
            (fairness(key=None), hexes),
            (fairness(withheld=7), "fairness.withheld: got 7"),
            (fairness(withheld=[9]), "fairness.withheld[0]: got 9"),
            (fairness(dealt=[1, 1]), "fairness.dealt[1]: got 1, expected each seat once"),
            (fairness(dealt=[9]), "fairness.dealt[0]: got 9, expected a whole number from 1 to 7"),
            (fairness(dealt=list(range(1, 9))), "fairness.dealt"),
            (fairness(dealt="1"), "fairness.dealt"),
            (fairness(extra=1), "fairness.extra"),
            ({**GOOD, "answer": 5}, "answer: got 5, expected an object"),
            ({**GOOD, "options": {"procedure": "hand"}}, "options.procedure"),
        ):  # fmt: skip
            with self.subTest(words):
                answer = settled(bad)
                self.assertEqual(answer["error"]["clause"], "INPUT", answer)
                self.assertIn(words, answer["error"]["message"])
                run = uth("verify", given=line(bad))
                self.assertEqual(run.status, 1)
                self.assertIn(answer["error"]["message"], run.out.decode())

    def test_settling_depends_on_neither_fairness_nor_answer(self):
        plain = {key: GOOD[key] for key in GOOD if key != "fairness"}
        self.assertEqual(settled({**fairness(secret="00" * 32), "answer": {}}), settled(plain))

    def test_the_command_line_is_held_to_its_form(self):
        for arguments, words in (
            (("--commitment", "00"), "64 lower-case hex digits"),
            (("--commitment", "zz" * 32), "64 lower-case hex digits"),
            (("--roster", "00"), "64 lower-case hex digits"),
            (("--key", "00" * 31), "64 lower-case hex digits"),
            (("--part", "1"), "is not a part"),
            (("--part", "9:" + "00" * 32), "is not a part"),
            (("--part", "0:" + "00" * 32), "is not a part"),
            (("--part", "1:"), "is not a part"),
            (("--part", "1:" + "00" * 33), "is not a part"),
            (("--part", "12:" + "00" * 32), "is not a part"),
            (("--receipt", "1:" + "00" * 32), "is not a receipt"),
            (("a", "b"), "give one file"),
        ):
            self.assert_usage(uth("verify", *arguments), words)

    def test_an_id_is_printed_so_that_it_cannot_pass_for_something_else(self):
        for name, said in (("a\nround b", r"round a\nround b: "), (7, "round 7: "), ("", "round : ")):
            run = uth("verify", given=line({**GOOD, "id": name}))
            self.assertEqual(len(run.out.splitlines()), 1)
            self.assertTrue(run.out.decode().startswith(said), run.out)


if __name__ == "__main__":
    main()
