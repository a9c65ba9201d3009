"""`uth verify`: rounds dealt by another program fit, and whatever was changed in one is noticed."""
import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from deal_again import DOCUMENT, PROGRAM, VECTORS, deck, fair_round, seeded
from program import ProgramTest, main, uth

RNG = seeded(os.environ)
PROCEDURES = ("shoe", "shuffler", "deck-mate", "ace-ideal")
TABLES = (("california-8", 8), ("california-6", 6), ("washington", 7))


def any_round(rules="washington", procedure="shuffler", count=2, **numbers):
    seats = dict(TABLES)[rules]
    bank = RNG.randint(1, seats) if rules != "washington" else None
    free = [seat for seat in range(1, seats + 1) if seat != bank]
    return fair_round(RNG, rules, procedure, RNG.sample(free, count), bank, **numbers)


def line(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


def settled(record):
    return uth("settle", given=line(record)).lines[0]


class Document(ProgramTest):
    def test_the_vectors_of_the_document_are_those_of_the_file(self):
        whole = [(vector["commitment"], vector["deck"]) for vector in VECTORS]
        shown = DOCUMENT.split("## Test vectors")[1].split("## A round's record")[0]
        commitments = [text.split()[1] for text in shown.splitlines() if text[:11] == "commitment "]
        decks = [text[11:] for text in shown.splitlines() if text.startswith("deck ")]
        self.assertEqual(len(decks), 3)
        for pair in zip(commitments, decks):
            self.assertIn(pair, whole)

    def test_the_program_of_the_document_deals_the_vectors(self):
        for vector in VECTORS:
            self.assertEqual(" ".join(deck(vector)), vector["deck"])

    def test_the_program_of_the_document_runs_as_it_stands(self):
        records = [any_round() for _ in range(3)]
        records[1]["fairness"]["commitment"] = "00" * 32
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(line(*records))
            file.flush()
            done = subprocess.run(
                [sys.executable, "-c", PROGRAM, file.name], capture_output=True, check=True
            )
        words = [text.split() for text in done.stdout.decode().splitlines()]
        self.assertEqual([text[0] for text in words], ["True", "False", "True"])
        for text, record in zip(words, records):
            self.assertEqual(text[1:3], record["players"][0]["cards"].split())

    def test_every_block_of_json_in_the_document_is_a_record_that_can_be_read(self):
        block = DOCUMENT.split("```json\n")[1].split("```")[0]
        fields = json.loads("{" + block.replace("4164…", "00" * 32).replace("0001…", "00" * 32) + "}")
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
            contributed = [each["seat"] for each in record["fairness"]["contributions"]]
            self.assertEqual(answer["id"], record["id"])
            self.assertIs(answer["verified"], True)
            self.assertEqual(answer["cards"], 2 * len(record["players"]) + 7)
            self.assertEqual(answer["contributed"], sorted(contributed))
            self.assertEqual(answer["answer"], "not recorded")

    def test_it_says_in_words_what_was_checked(self):
        record = any_round()
        record["id"], record["fairness"]["contributions"] = "r1", []
        fair = record["fairness"]
        cards = deck(fair)  # the secret is the same, what it deals is not
        record["players"][0]["cards"], record["players"][1]["cards"] = (
            " ".join(cards[0:2]), " ".join(cards[2:4]))  # fmt: skip
        record["dealer"], record["community"] = " ".join(cards[4:6]), " ".join(cards[6:11])
        run = uth("verify", given=line(record))
        self.assert_done(run)
        self.assertEqual(
            run.out.decode(),
            "round r1: the commitment fits, all 11 cards are the dealt ones; "
            "the record has no answer to compare\n",
        )
        record["answer"] = settled(record)
        run = uth("verify", given=line(record))
        self.assertIn("; it settles as recorded\n", run.out.decode())

    def test_the_seats_that_contributed_are_named(self):
        while True:
            record = any_round(count=3)
            seats = sorted(each["seat"] for each in record["fairness"]["contributions"])
            if len(seats) > 1:
                break
        run = uth("verify", given=line(record))
        self.assertIn(f"contributed to by seat {', '.join(map(str, seats))};", run.out.decode())

    def test_a_record_may_be_laid_out_over_many_lines(self):
        record = any_round()
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(record, file, indent=4)
            file.flush()
            self.assert_done(uth("verify", file.name))
        self.assert_done(uth("verify", given=json.dumps(record, indent=1)))

    def test_what_the_player_wrote_down_is_compared(self):
        record = next(r for r in iter(any_round, None) if r["fairness"]["contributions"])
        fair, first = record["fairness"], record["fairness"]["contributions"][0]
        own = f"{first['seat']}:{first['bytes']}"
        given = line(record)
        self.assert_done(uth("verify", "--commitment", fair["commitment"], given=given))
        self.assert_done(uth("verify", "--contribution", own, given=given))
        run = uth("verify", "--commitment", "00" * 32, given=given)
        self.assertEqual(run.status, 1)
        self.assertIn("the commitment is not the one you gave", run.out.decode())
        last = int(first["bytes"][-2:], 16) ^ 1
        for other in (f"{own[:-2]}{last:02x}", f"{own[:2]}{own[4:] or 'ff00'}", "8:00"):
            run = uth("verify", "--contribution", other, given=given)
            self.assertEqual(run.status, 1, other)
            self.assertIn(f"the contribution of seat {other[0]} is not the one", run.out.decode())

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

    def test_whatever_the_deck_follows_from_is_noticed_when_it_changes(self):
        record = next(r for r in iter(any_round, None) if r["fairness"]["contributions"])
        for name in ("table", "round"):
            changed = copy.deepcopy(record)
            changed["fairness"][name] = (changed["fairness"][name] + 1) % 2**32
            self.assert_noticed(changed, "card")
        changed = copy.deepcopy(record)
        changed["fairness"]["contributions"].pop()
        self.assert_noticed(changed, "card")
        changed = copy.deepcopy(record)
        changed["fairness"]["secret"] = "00" * 32
        self.assert_noticed(changed, "commitment", "not the one that was committed to")
        changed = copy.deepcopy(record)
        changed["fairness"]["commitment"] = "00" * 32
        self.assert_noticed(changed, "commitment", "not the one that was committed to")

    def test_another_procedure_than_that_of_the_rules_is_noticed(self):
        """DEAL-3: chosen afterwards it would be a choice among deals."""
        record = any_round("washington", "shoe")
        record["options"]["procedure"] = "shuffler"
        self.assert_noticed(record, "procedure", "dealt by 'shoe', the rules say 'shuffler'")

    def test_other_seats_or_another_order_is_noticed(self):
        """DEAL-2"""
        record = any_round()
        seats = record["fairness"]["dealt"]
        absent = next(seat for seat in range(1, 8) if seat not in seats)
        for dealt in (seats[::-1], seats[:1], sorted([*seats, absent]), [absent, seats[1]]):
            changed = copy.deepcopy(record)
            changed["fairness"]["dealt"] = dealt
            self.assert_noticed(changed, "dealt", "by rising number")

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
        self.assertEqual(said[5], "5 rounds, 1 of them does not fit")


GOOD = any_round()
FAIR = GOOD["fairness"]


def fairness(**changes):
    changed = {**FAIR, **changes}
    return {**GOOD, "fairness": {k: v for k, v in changed.items() if v is not None}}


class Refused(ProgramTest):
    def test_what_is_no_record_is_refused_and_the_rest_is_checked(self):
        for bad in (b"hello", b"{", b"[]", b"null", b"\x00\xff", b"[" * 70000, b'{"id":' * 5000):
            with self.subTest(bad[:10]):
                run = uth("verify", given=bad + b"\n" + line(GOOD).encode())
                said = run.out.decode().splitlines()
                self.assertEqual((run.status, run.err), (1, b""))
                self.assertTrue(said[0].startswith("line 1: refused: "), said[0])
                self.assertIn("the commitment fits", said[1])

    def test_no_round_at_all_is_not_a_good_one(self):
        for given in (b"", b"\n \n\n"):
            self.assert_refused(uth("verify", given=given), "there is no round in it")
        self.assert_refused(uth("verify", "/no/such/file"), "cannot read '/no/such/file'")
        self.assert_refused(uth("verify", "/"), "cannot read")

    def test_the_shape_of_the_fairness_is_checked_by_settle_as_well(self):
        hexes = "64 lower-case hex digits"
        bytes_ = "1 to 32 bytes as lower-case hex digits"
        for bad, words in (
            ({**GOOD, "fairness": 7}, "fairness: got 7, expected an object"),
            ({**GOOD, "fairness": None}, "fairness: got null"),
            (fairness(secret=None), f"fairness.secret: got nothing, expected {hexes}"),
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
            (fairness(contributions=None), "fairness.contributions"),
            (fairness(contributions={}), "fairness.contributions"),
            (fairness(contributions=[7]), "fairness.contributions[0]: got 7, expected an object"),
            (fairness(contributions=[{"seat": 8, "bytes": "00"}]), "contributions[0].seat: got 8"),
            (fairness(contributions=[{"seat": 0, "bytes": "00"}]), "contributions[0].seat: got 0"),
            (fairness(contributions=[{"seat": 1, "bytes": ""}]), bytes_),
            (fairness(contributions=[{"seat": 1, "bytes": "0"}]), bytes_),
            (fairness(contributions=[{"seat": 1, "bytes": "00" * 33}]), bytes_),
            (fairness(contributions=[{"seat": 1}]), bytes_),
            (fairness(contributions=[{"seat": 1, "bytes": "00"}] * 2), "[1].seat: got 1, expected a seat that contributed only once"),
            (fairness(contributions=[{"seat": 1, "bytes": "00", "x": 1}]), "a field there is"),
            (fairness(dealt=[]), "the seats that got cards"),
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
            (("--contribution", "1"), "no contribution"),
            (("--contribution", "9:00"), "no contribution"),
            (("--contribution", "0:00"), "no contribution"),
            (("--contribution", "1:"), "no contribution"),
            (("--contribution", "1:" + "00" * 33), "no contribution"),
            (("--contribution", "12:00"), "no contribution"),
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
