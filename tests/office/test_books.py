"""The books as their keepers use them: replay, history, reports, and administration with its log, on
a store that was filled by playing.

usage: test_books.py UTH FILL_ROOM"""
import csv
import fcntl
import html.parser
import io
import json
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

import stored

UTH, FILL = sys.argv[1:3]
IS_SANITIZED = b"__asan_init" in pathlib.Path(UTH).read_bytes()
ROUNDS = 9
DERIVED = ("kind", "events", "postings", "entries")  # fields that Body.data works out
DAYS = ["2026-09-21", "2026-09-22"]
PASSWORD = "correct horse battery"


class Page(html.parser.HTMLParser):
    """What a page asks from outside, and whether its tables are tables."""

    def __init__(self):
        super().__init__()
        self.outside = []
        self.cells = 0

    def handle_starttag(self, tag, attributes):
        self.outside += [value for name, value in attributes if name in ("src", "href")]
        self.cells += tag in ("td", "th")


class BooksTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.directory.cleanup)
        path = pathlib.Path(cls.directory.name, "filled.db")
        done = subprocess.run(
            [FILL, f"sqlite:{path}", f"{path}.seal", str(ROUNDS)], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        cls.filled = json.loads(done.stdout)
        cls.original = path

    def setUp(self):
        """Each test has a copy of its own."""
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.path = pathlib.Path(self.place.name, "uth.db")
        shutil.copy(self.original, self.path)
        shutil.copy(f"{self.original}.seal", f"{self.path}.seal")
        self.url = f"sqlite:{self.path}"

    def uth(self, *arguments, status=0, text=None):
        done = subprocess.run([UTH, *arguments], input=text, capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        said = done.stdout + done.stderr
        for secret in (self.filled["secret"], "$argon2", PASSWORD, "hunter2"):
            self.assertNotIn(secret, said)
        return done.stdout if status == 0 else done.stderr

    def books(self, command, *arguments, **options):
        return self.uth(command, *arguments, "--store", self.url, **options)

    def read(self, command, *arguments):
        return json.loads(self.books(command, *arguments, "--json"))

    def change(self, command, *arguments, **options):
        said = ["--as", "Marge", "--reason", "the test asks for it"]
        return self.books(command, *arguments, *said, **options)

    # ---- replay and history -------------------------------------------------------------------

    def test_every_round_settles_as_recorded_when_settle_reads_its_record(self):
        rounds = [line for line in self.read("history", "--limit", "1000")["rounds"] if line["ended_ms"]]
        self.assertEqual(len(rounds), 4 * ROUNDS)
        awards = otherwise = 0
        if IS_SANITIZED:  # three programs a round, and these are slow
            rounds = [line for line in rounds if line["table"] >= 3]
        for line in rounds:
            text = self.books("replay", f"{line['table']}:{line['round']}", "--json")
            record = json.loads(text)
            if line["void"]:
                self.assertTrue(record["void"])
                done = subprocess.run([UTH, "settle"], input=text, capture_output=True, text=True)
                self.assertEqual(done.returncode, 1)
                self.assertIn("a void round has nothing to settle", done.stdout)
                continue
            answer = json.loads(self.uth("settle", text=text))
            self.assertEqual(answer, record["answer"])
            self.assertIn("it settles as recorded", self.uth("verify", text=text))
            awards += len(answer.get("progressive", {}).get("awards", []))
            if record.pop("confirmed", None):
                anew = json.loads(self.uth("settle", text=json.dumps(record)))
                otherwise += anew["progressive"] != answer["progressive"]
        self.assertGreater(awards, 1)
        self.assertGreater(otherwise, 0, "PROG-5: a table whose profile pays from elsewhere than the meter's terms")

    def test_a_round_is_told_wager_by_wager_with_reasons(self):
        told = self.books("replay", "3:3")
        for words in (
            "Wagers", "No more bets", "The deal", "Before the flop", "The flop:", "Turn and river:",
            "The showdown", "Progressive awards", "Settlement, in the order money moves", "Result",
            "Paul", "house player", "royal flush, seven cards", "the deck follows from the secret",
        ):  # fmt: skip
            self.assertIn(words, told)
        record = self.read("replay", "3:3")
        for player in record["answer"]["players"]:
            for wager in player["wagers"].values():
                self.assertIn(wager["reason"], told)
        banked = self.books("replay", "1:2")
        self.assertIn("player-dealer", banked)
        self.assertIn("pays the fee of", banked)
        self.assertIn("every wager goes back", self.books("replay", "2:5"))

    def test_what_is_no_round_is_refused(self):
        opened = self.filled["open"]
        said = self.books("replay", f"{opened['table']}:{opened['round']}", status=1)
        self.assertIn("still open", said)
        self.assertNotIn("()", said)
        self.assertIn("no round 99", self.books("replay", "3:99", status=1))
        self.assertIn("no round 1 at table 77", self.books("replay", "77:1", status=1))
        for wrong in ("3", "3:", ":3", "x:y", "0:1", "1:0", "1:2:3", "-1:2"):
            self.books("replay", wrong, status=2)
        self.books("replay", status=2)
        self.uth("replay", "1:1", status=2)

    def batches_of(self, table, round_):
        """The records a round is made of: position and body."""
        store = stored.Store(self.path, UTH)
        ((first, last),) = store.rows(
            "SELECT first_sequence, last_sequence FROM uth_round WHERE table_id = ? AND round = ?", table, round_
        )
        found = [one for one in store.bodies() if one[1].table == table and first <= one[1].sequence <= last]
        store.close()
        return found

    def assert_not_told(self, table, round_, named):
        """In no way there is, and with a sentence that says what it is about"""
        for command in (("replay", f"{table}:{round_}"), ("replay", f"{table}:{round_}", "--json"),
                        ("history", "--table", str(table), "--limit", "1000")):  # fmt: skip
            self.assertRegex(self.books(*command, status=1), named)

    def test_a_round_whose_record_was_changed_is_not_told(self):
        """Each field of all that it is told from: a banked round with fees, and one of the Progressive"""
        for table, round_ in ((1, 2), (3, 3)):
            kinds = set()
            for what, position, body, changed in self.changes_of(table, round_):
                with self.subTest(f"{table}:{round_}, {what} of record {position}"):
                    self.put(position, changed)
                    self.assert_not_told(
                        table, round_, rf"record {position} \(table {table}, sequence \d+\): its (content|columns) "
                    )
                    self.put(position, body)
                    kinds.add(what)
            self.assertLessEqual({"entry 4", "batch, time_ms", "posting, amount", "posting, credit_seat"}, kinds)
            self.assertGreater(sum(what.startswith("event") for what in kinds), 10)
            self.books("replay", f"{table}:{round_}")

    def changes_of(self, table, round_):
        """Each field that is stored, once: what it is, its record, the body as it was and with another value."""
        known = set()
        for position, body in self.batches_of(table, round_):
            was = body.data()
            places = [("batch", body.header), *((f"event {event['kind']}", event) for event in body.events)]
            places += [("posting", posting) for posting in body.postings]
            for what, place in places:
                for name, value in place.items():
                    if name not in DERIVED and isinstance(value, int) and f"{what}, {name}" not in known:
                        known.add(f"{what}, {name}")
                        place[name] = value ^ 1
                        yield f"{what}, {name}", position, was, body.data()
                        place[name] = value
            for entry in body.entries:
                if entry["bytes"] and f"entry {entry['kind']}" not in known:
                    known.add(f"entry {entry['kind']}")
                    value = entry["bytes"]
                    entry["bytes"] = value[:-1] + bytes([value[-1] ^ 1])
                    yield f"entry {entry['kind']}", position, was, body.data()
                    entry["bytes"] = value

    def put(self, position, body):
        store = stored.Store(self.path, UTH)
        store.put(position, body)
        store.close()

    def test_a_round_whose_row_or_record_was_changed_is_not_told(self):
        """Where it begins and ends, and when; the checksum and the place of a record of it"""
        place = "table_id = 3 AND round = 2"
        last = self.batches_of(3, 2)[-1][0]
        first = self.batches_of(3, 2)[0][1].sequence
        for change, undo, named in (
            *((f"UPDATE uth_round SET {column} = {column} + 1 WHERE {place}",
               f"UPDATE uth_round SET {column} = {column} - 1 WHERE {place}", "round 2 at table 3")
              for column in ("opened_ms", "ended_ms", "first_sequence", "last_sequence")),
            *((f"UPDATE uth_batch SET checksum = checksum {step} WHERE position = {last}",
               f"UPDATE uth_batch SET checksum = checksum {back} WHERE position = {last}",
               f"record {last} .*: its content or its position does not match its checksum")
              for step, back in (("+ 1", "- 1"), ("- 1", "+ 1"))),
            *((f"UPDATE uth_batch SET sequence = -{sequence} WHERE table_id = 3 AND sequence = {sequence}",
               f"UPDATE uth_batch SET sequence = {sequence} WHERE table_id = 3 AND sequence = -{sequence}",
               "of table 3 with sequence|not the next batch of its table") for sequence in (first, first + 1)),
        ):  # fmt: skip
            with self.subTest(change):
                self.write(change)
                self.assert_not_told(3, 2, named)
                self.write(undo)
                self.books("replay", "3:2")

    def write(self, sql):
        with sqlite3.connect(self.path) as database:
            self.assertEqual(database.execute(sql).rowcount, 1)
        database.close()

    def test_a_round_whose_secret_or_results_were_changed_and_linked_anew_is_not_told(self):
        """The deck is dealt again and the settlement done again, whatever the links say"""
        position, body, entry = self.entry_of(3, 2, stored.SEED)
        was, secret = body.data(), entry["bytes"]
        entry["bytes"] = bytes([secret[0] ^ 1]) + secret[1:]
        self.put(position, body.data())
        self.link_anew()
        self.assertIn("round 2 at table 3 does not hold: the secret does not match", self.books("replay", "3:2", status=1))
        self.put(position, was)
        for reason in (stored.FEE, stored.LOST_BANK, stored.WON_BANK):
            with self.subTest(reason):
                position, body, posting = self.posting_of(1, reason)
                was = body.data()
                posting["amount"] ^= 1
                self.put(position, body.data())
                self.link_anew()
                said = self.books("replay", f"1:{self.round}", status=1)
                self.assertIn(f"round {self.round} at table 1 does not hold: its postings and its settlement give", said)
                self.put(position, was)

    def entry_of(self, table, round_, kind):
        return next((position, body, entry) for position, body in self.batches_of(table, round_)
                    for entry in body.entries if entry["kind"] == kind)  # fmt: skip

    def posting_of(self, table, reason):
        for self.round in range(1, ROUNDS + 1):
            for position, body in self.batches_of(table, self.round):
                for posting in body.postings:
                    if posting["reason"] == reason:
                        return position, body, posting
        self.fail(f"no posting of reason {reason}")

    def link_anew(self):
        store = stored.Store(self.path, UTH)
        store.link_anew()
        store.close()

    def test_history_by_player_table_and_time(self):
        everything = self.read("history", "--limit", "1000")["rounds"]
        times = [line["opened_ms"] for line in everything]
        self.assertEqual(times, sorted(times, reverse=True))
        self.assertEqual(len(self.read("history", "--table", "3")["rounds"]), ROUNDS)
        second = self.read("history", "--since", DAYS[1], "--limit", "1000")["rounds"]
        self.assertEqual([line for line in everything if line["opened_ms"] >= 20718 * 86400000], second)
        self.assertEqual(len(self.read("history", "--limit", "3")["rounds"]), 3)
        paul = self.read("history", "--player", "PAUL", "--limit", "1000")["rounds"]
        self.assertEqual(paul, self.read("history", "--player", "6", "--limit", "1000")["rounds"])
        # The player has what was given and what the rounds say.
        wallet = next(one for one in self.read("user", "list")["people"] if one["name"] == "Paul")["wallet"]
        chips = sum(
            seat["chips"]
            for table in self.read("table", "list")["tables"]
            for seat in table["seats"]
            if seat["name"] == "Paul"
        )
        self.assertEqual(wallet + chips, 100000000 + sum(line["net"] for line in paul))
        self.assertIn("no person is called", self.books("history", "--player", "nobody", status=1))
        for wrong in (["--table", "x"], ["--since", "4.7.26"], ["--since", "2026-02-30"],
                      ["--limit", "0"], ["--limit", "1000000"], ["too", "much"]):  # fmt: skip
            self.books("history", *wrong, status=2)

    # ---- reports ------------------------------------------------------------------------------

    def test_a_day_is_the_same_in_every_form(self):
        # Each works out the exact edges anew, so two days are enough.
        for table, day in (("2", DAYS[1]), ("4", DAYS[0])):
            which = ["day", "--table", table, "--day", day]
            report = self.read("report", *which)
            text = self.books("report", *which)
            rows = list(csv.reader(io.StringIO(self.books("report", *which, "--csv"))))
            page = Page()
            page.feed(self.books("report", *which, "--html"))
            self.assertEqual(page.outside, [])
            self.assertGreater(page.cells, 20)
            handles = {row[1]: row[3] for row in rows if row[0].startswith("Wagers (")}
            ante = report["profiles"][0]["wagers"]["ante"]["handle"]
            self.assertEqual(handles["Ante"], f"{ante / 100:.2f}")
            self.assertIn(f"${ante / 100:,.2f}", text)

    def test_reports_add_up_with_the_history(self):
        for table in ("2", "3"):
            rounds = [
                line
                for line in self.read("history", "--table", table, "--limit", "1000")["rounds"]
                if line["ended_ms"] and not line["void"]
            ]
            reports = [self.read("report", "day", "--table", table, "--day", day) for day in DAYS]
            self.assertEqual(sum(report["rounds"] for report in reports), len(rounds))
            self.assertEqual(sum(report["void"] for report in reports), 1)
            staked = sum(
                wager["handle"]
                for report in reports
                for profile in report["profiles"]
                for wager in profile["wagers"].values()
            )
            self.assertEqual(staked, sum(line["staked"] for line in rounds))
            fees = sum(report["fees"]["taken"] - report["fees"]["returned"] for report in reports)
            self.assertEqual(fees, sum(line["fees"] for line in rounds))

    def test_the_rooms_day_is_the_sum_of_its_tables(self):
        """Read in one pass by position, where each table's report is read by the table alone"""
        for day in DAYS:
            room = self.read("report", "day", "--day", day)
            tables = [self.read("report", "day", "--table", str(number), "--day", day) for number in range(1, 5)]
            self.assertEqual([one["table"] for one in room["tables"]], [1, 2, 3, 4])
            for one, table in zip(room["tables"], tables):
                wagers = [wager for profile in table["profiles"] for wager in profile["wagers"].values()]
                self.assertEqual(
                    one,
                    {"table": table["table"], "name": table["name"], "rounds": table["rounds"], "void": table["void"],
                     "handle": sum(wager["handle"] for wager in wagers), "held": sum(wager["held"] for wager in wagers),
                     "fees": table["fees"]["taken"] - table["fees"]["returned"],
                     "drop_counted": table["drop"]["counted"], "fills": table["tray"]["fills"],
                     "credits": table["tray"]["credits"], "tray_change": table["tray"]["change"]})  # fmt: skip
            self.assertEqual(room["rounds"], sum(table["rounds"] for table in tables))
            self.assertEqual(room["fees"]["taken"], sum(table["fees"]["taken"] for table in tables))
            self.assertEqual(room["provider"]["won"], sum(table["provider"]["won"] for table in tables if table["provider"]))
            meter = {key: value for key, value in tables[2]["meter"].items() if "component" not in key}
            self.assertEqual(room["lines"], meter.pop("lines"))
            self.assertEqual(room["meters"], [meter])
            text = self.books("report", "day", "--day", day)
            self.assertIn(f"All tables: {day} (UTC)", text)
            self.assertRegex(text, f"\n  all +{room['rounds']} ")

    def test_theoretical_is_by_the_exact_edges(self):
        report = self.read("report", "day", "--table", "4", "--day", DAYS[0])
        profile = report["profiles"][0]
        edges = {name: line.get("house_edge") for name, line in profile["theoretical"].items()}
        self.assertEqual(edges["base"], "50643648973/2317817502000")
        self.assertEqual(edges["pairs"], "31/663")  # the fourth table is played there
        ante = profile["wagers"]["ante"]["handle"]
        self.assertEqual(
            profile["theoretical"]["base"]["theoretical"],
            round(ante * 50643648973 / 2317817502000),
        )

    def test_the_meter_is_explained_from_day_to_day(self):
        first, second = (
            self.read("report", "day", "--table", "3", "--day", day)["meter"] for day in DAYS
        )
        self.assertTrue(first["explained"] and second["explained"])
        self.assertEqual(first["ending"], second["beginning"])
        self.assertEqual(second["ending"], self.filled["meter"])
        self.assertEqual(first["adjusted"]["malfunction display"], 12345)
        self.assertEqual(first["adjusted"]["booked as receipts"], -2345)
        kinds = [line["what"] for line in first["lines"]]
        self.assertIn("adjusted", kinds)
        # A day nothing happened begins and ends with what the meter showed.
        for day, amount in (("2026-09-20", 0), ("2026-10-30", self.filled["meter"])):
            quiet = self.read("report", "day", "--table", "3", "--day", day)
            self.assertEqual((quiet["rounds"], quiet["meter"]["ending"]), (0, amount))

    def test_what_is_no_report_is_refused(self):
        self.assertIn("no table 9", self.books("report", "day", "--table", "9", status=1))
        for wrong in (["week"], [], ["day", "--table", "0"], ["day", "--table", "3", "--day", "yesterday"],
                      ["day", "--table", "3", "--csv", "--html"]):  # fmt: skip
            self.books("report", *wrong, status=2)

    # ---- administration -----------------------------------------------------------------------

    def log(self, *arguments):
        return self.read("user", "log", *arguments)["log"]

    def test_a_person_comes_changes_and_is_locked_and_the_log_says_who_and_why(self):
        said = self.change(
            "user", "add", "Zoe Z", "--role", "dealer", "--card", "7777", "--password-file", "-",
            text="hunter2 hunter2\n",
        )  # fmt: skip
        self.assertIn("Zoe Z is added", said)
        self.change("user", "change", "zoe z", "--role", "supervisor", "--loss-limit", "$100")
        self.change("user", "lock", "Zoe Z")
        self.change("user", "unlock", "8")
        people = {one["name"]: one for one in self.read("user", "list")["people"]}
        self.assertEqual(people["Zoe Z"]["role"], "supervisor")
        self.assertEqual(people["Zoe Z"]["card"], "..77")
        self.assertTrue(people["Zoe Z"]["password"])
        lines = self.log("--limit", "4")
        self.assertEqual([line["what"] for line in lines], ["person changed"] * 3 + ["person added"])
        for line in lines:
            self.assertEqual(line["who"]["name"], "Marge")
            self.assertTrue(line["who"]["system"])
            self.assertEqual(line["why"], "the test asks for it")
            self.assertGreater(line["when_ms"], 1790000000000)
        self.assertEqual(lines[2]["before"]["role"], "dealer")
        self.assertEqual(lines[2]["after"]["role"], "supervisor")
        self.assertIn("Marge", self.books("user", "log"))
        self.uth("audit", "verify", "--store", self.url)

    def test_the_last_manager_is_kept(self):
        """Else nobody could change anything about people any more"""
        for arguments in (("change", "Marge", "--role", "player"), ("lock", "Marge")):
            self.assertIn("Marge is the last manager who is not locked", self.change("user", *arguments, status=1))
        self.change("user", "change", "Dan", "--role", "manager")
        self.change("user", "change", "Marge", "--role", "player")

    def test_who_is_added_without_a_password_cannot_log_in_and_it_is_said(self):
        add = [UTH, "user", "add", "--as", "Marge", "--reason", "a test", "--store", self.url]
        told = "has no password and cannot log in until 'uth user change' sets one: --password-file FILE\n"
        for name, arguments, said in (
            ("Ida", [], f"uth user: Ida {told}"), ("Joe", ["--json"], f"uth user: Joe {told}"),
            ("Kim", ["-q"], ""), ("Liz", ["--password-file", "-"], ""),
        ):  # fmt: skip
            with self.subTest(name):
                done = subprocess.run([*add, name, *arguments], input="hunter2 hunter2\n", text=True,
                                      capture_output=True)  # fmt: skip
                self.assertEqual((done.returncode, done.stderr), (0, said))
        people = {one["name"]: one["password"] for one in self.read("user", "list")["people"]}
        self.assertEqual([people[name] for name in ("Ida", "Joe", "Kim", "Liz")], [False] * 3 + [True])

    def test_a_change_needs_a_name_with_the_right_and_a_reason(self):
        add = ["user", "add", "Someone"]
        self.assertIn("--as NAME", self.books(*add, status=2))
        self.assertIn("--as NAME", self.books(*add, "--as", "Marge", status=2))
        said = self.books(*add, "--as", "Nobody", "--reason", "x", status=1)
        self.assertIn("no person is called 'Nobody'", said)
        said = self.books(*add, "--as", "Dan", "--reason", "x", status=1)
        self.assertIn("Dan is a dealer", said)
        self.assertIn("taken", self.change("user", "add", "PAUL", status=1))
        self.assertIn("a name has", self.change("user", "add", "<script>", status=1))
        self.assertIn("8 to 128", self.change("user", "add", "Ken", "--password-file", "-", text="short", status=2))
        self.assertIn("not a role", self.change("user", "add", "Ken", "--role", "king", status=2))
        self.assertIn("did you mean 'unlock'", self.change("user", "unlok", "Paul", status=2))

    def test_the_first_person_of_a_new_store_is_a_manager(self):
        url = f"sqlite:{self.path}.new"
        add = ["user", "add", "First", "--as", "root", "--reason", "set up", "--store", url]
        self.assertIn("--role manager", self.uth(*add, status=1))
        self.assertIn("First is added", self.uth(*add, "--role", "manager"))
        seal = pathlib.Path(f"{self.path}.new.seal")
        self.assertEqual(seal.stat().st_mode & 0o777, 0o600)
        say = ["--as", "First", "--reason", "set up", "--store", url]
        self.assertIn("warning (PROG-7)", self.uth("meter", "add", "--seed", "0", *say))
        self.uth("table", "add", "--name", "One", "--rules", "washington", "--set", "meter=1", *say)
        self.uth("meter", "link", "1", "--table", "1", *say)
        said = self.uth("table", "close", "1", *say, status=1)
        self.assertIn("not run yet", said)
        tables = json.loads(self.uth("table", "list", "--json", "--store", url))["tables"]
        self.assertEqual(tables[0]["config"]["meter"], 1)
        self.assertTrue(tables[0]["waits"])

    def test_a_meter_is_adjusted_by_two_and_its_terms_wait(self):
        adjust = ["meter", "adjust", "1", "--adjustment", "receipts", "--amount", "-$5.00"]
        self.assertIn("second person", self.change(*adjust, status=2))
        self.assertIn("GM-3", self.change(*adjust, "--approved-by", "Marge", status=1))
        self.assertIn("GM-3", self.change(*adjust, "--approved-by", "Dan", status=1))
        self.change(*adjust, "--approved-by", "Eve")
        self.assertEqual(self.read("meter", "show", "1")["amount"], self.filled["meter"] - 500)
        line = self.log("--limit", "1")[0]
        self.assertEqual(line["approved_by"], 2)
        self.assertEqual(line["before"]["amount"] - line["after"]["amount"], 500)
        entry = self.read("meter", "journal", "1", "--limit", "1")["journal"][0]
        self.assertEqual(entry["adjustment"], "booked as receipts")
        said = self.change("meter", "terms", "1", "--seed", "0", "--meter-rate", "15.5%")
        self.assertIn("after the next 100% award", said)
        self.assertIn("warning (PROG-7): the seed is $0", said)
        self.assertIn("warning (PROG-7): the seed is not the pre-configured one", said)
        meter = self.read("meter", "show", "1")
        self.assertEqual(meter["terms"]["meter_rate_bp"], 2000)
        self.assertEqual(meter["waiting"]["meter_rate_bp"], 1550)
        self.assertIn("PROG-7", self.change("meter", "terms", "1", "--meter-rate", "99%", status=1))
        for wrong in (["--meter-rate", "20"], ["--seed", "x"], ["--fixed-pays-from", "pocket"]):
            self.change("meter", "terms", "1", *wrong, status=2)
        self.change("meter", "adjust", "1", "--adjustment", "whim", status=2)
        self.assertIn("no meter", self.change("meter", "show", "9", status=1))

    def test_a_meter_is_linked_to_a_table_that_plays_for_it(self):
        for action in ("link", "unlink"):
            self.assertIn("missing --table T\n", self.change("meter", action, "1", status=2))
            self.assertIn("there is no table 9\n", self.change("meter", action, "1", "--table", "9", status=1))
            self.assertIn("must be numbers", self.change("meter", action, "1", "--table", "x", status=2))
        self.assertEqual(self.read("table", "show", "1")["profile"], "california-8")
        said = self.change("meter", "link", "1", "--table", "1", status=1)
        self.assertIn("table 1 plays by rules that have no Progressive\n", said)
        self.change("meter", "unlink", "1", "--table", "3")
        self.assertIn("table 3    nexus", self.change("meter", "link", "1", "--table", "3", "--controller", "nexus"))

    def test_a_change_of_nothing_is_none(self):
        """Neither a limit of $0, nor terms that wait, nor a line of the log"""
        before = self.log(), self.read("meter", "show", "1"), self.read("table", "list"), self.read("user", "list")
        for arguments, options in (
            (("meter", "executive", "1"), "--executive-above"),
            (("meter", "terms", "1"), "--seed, --maximum, --meter-rate, --reserve-rate or --fixed-pays-from"),
            (("table", "configure", "1"), "--name, --rules or --set"),
            (("user", "change", "Paul"),
             "--role, --password-file, --pin-file, --card, --loss-limit or --minutes"),
        ):  # fmt: skip
            with self.subTest(" ".join(arguments)):
                self.assertIn(f"nothing to change: {options}\n", self.change(*arguments, status=2))
        after = self.log(), self.read("meter", "show", "1"), self.read("table", "list"), self.read("user", "list")
        self.assertEqual(after, before)

    def test_a_table_is_configured_and_closed(self):
        self.change("table", "configure", "1", "--name", "Rainier", "--set", "betting_ms=9000")
        table = self.read("table", "show", "1")
        self.assertTrue(table["waits"])
        self.assertEqual((table["name"], table["config"]["betting_ms"]), ("Rainier", 9000))
        self.assertEqual(table["rules"]["name"], "california-8")
        line = self.log("--limit", "1")[0]
        self.assertEqual((line["before"]["name"], line["after"]["name"]), ("Table 1", "Rainier"))
        for wrong in ("betting_ms=x", "betting_ms", "no_such=1", "pace=slow", "house_players=99"):
            self.change("table", "configure", "1", "--set", wrong, status=2)
        self.assertIn("config.betting_ms: must be more than 0",
                      self.change("table", "configure", "1", "--set", "betting_ms=0", status=1))
        self.assertIn("is called 'Table 2' already", self.change("table", "configure", "1", "--name", "Table 2", status=1))
        self.change("table", "close", "3")
        self.assertEqual(self.read("table", "show", "3")["state"], "closed")
        self.change("table", "open", "3")
        self.assertNotEqual(self.read("table", "show", "3")["state"], "closed")
        self.uth("audit", "verify", "--store", self.url)

    def test_a_table_gets_no_limit_the_law_does_not_allow(self):
        """BET-10, WA-2: refused with the clause; a higher ceiling is taken with a warning"""
        def profile(**fields):
            path = f"{self.directory.name}/law.json"
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"based_on": "washington", "name": "law", **fields}, file)
            return path

        high = profile(limits={"ante": {"min": 500, "max": 8000}})
        for command in (("configure", "2"), ("add", "--name", "Law")):
            self.assertIn("would allow a Play wager of $320; the legal maximum is $300 (BET-10).",
                          self.change("table", *command, "--rules", high, status=1))
        self.assertIn("(WA-2)", self.change("table", "add", "--name", "Law", "--rules",
                                            profile(aggregate={"trips": 100}), status=1))
        said = subprocess.run([UTH, "table", "add", "--name", "Law", "--rules", profile(legal_wager_max=0),
                               "--store", self.url, "--as", "Marge", "--reason", "the ceiling"],
                              capture_output=True, text=True, check=True).stderr  # fmt: skip
        self.assertIn("warning: there is no legal maximum; WAC 230-15-140 allows $300 a wager", said)

    def test_a_table_keeps_an_inventory_of_its_progressive_components(self):
        """GM-7: missing and other versions are warnings at the table, at the self-check and in the report"""
        number = str(next(one["table"] for one in self.read("table", "list")["tables"] if one["config"]["meter"]))

        def listed(component, version, serial, *more):
            return self.change("table", "component", number, "--component", component, "--software", version,
                               "--serial", serial, *more)

        def checked():
            parts = json.loads(self.uth("selfcheck", "--store", self.url, "--json"))["parts"]
            return next((one["verdict"], one["text"]) for one in parts if one["part"] == "components")

        def report():
            return " ".join(self.books("report", "day", "--table", number).split())

        others = [one["table"] for one in self.read("table", "list")["tables"] if one["config"]["meter"]][1:]
        for other in map(str, others):
            self.change("table", "component", other, "--component", "built-in simulation", "--software", "0.1",
                        "--serial", "none")
        controller = self.read("table", "show", number)["config"]["controller"]
        self.assertEqual(controller, "aquarius")
        self.assertIn("warning (GM-7): no sensor is listed: Coin Spot 6.0 is approved",
                      self.books("table", "show", number))
        verdict, text = checked()
        self.assertEqual(verdict, "warning")
        self.assertIn("no game manager is listed", text)
        self.assertIn("Warning (GM-7): no display is listed: CHAM2+ 1.66P$ or ViPS 1.2.0 or higher is approved.", report())
        listed("Game Manager", "6.6 Build 519", "GM-1", "--since", "2026-07-04")
        listed("aquarius controller", "6.5.6SP", "AQ-1")
        listed("Coin Spot", "6.1", "CS-1")
        said = listed("CHAM2+", "1.66P$", "CH-1")
        self.assertRegex(said, r"Game Manager +6\.6 Build 519 +GM-1 +since 2026-07-04")
        self.assertIn("warning (GM-7): Game Manager 6.6 Build 519 (GM-1) is below the approved 6.6 Build 520", said)
        self.assertIn("Coin Spot 6.1 (CS-1) is above the approved 6.0, which alone is approved", said)
        listed("Game Manager", "6.6 Build 520", "GM-1")
        listed("Coin Spot", "6.0", "CS-2")
        said = self.change("table", "component", number, "--component", "Coin Spot", "--serial", "CS-1", "--remove")
        self.assertNotIn("warning", said)
        table = self.read("table", "show", number)
        self.assertEqual([one["serial"] for one in table["components"]], ["GM-1", "AQ-1", "CH-1", "CS-2"])
        self.assertEqual(table["component_warnings"], [])
        self.assertEqual(checked()[0], "fits")
        self.assertNotIn("Warning (GM-7)", report())
        line = self.log("--limit", "1")[0]
        self.assertEqual((line["what"], len(line["before"]["components"]), len(line["after"]["components"])),
                         ("component removed", 5, 4))
        for wrong in (["--component", "Toaster"], ["--serial", "x" * 32], ["--software", ""], ["--since", "soon"]):
            given = {"--component": "ViPS", "--software": "1.2", "--serial": "V"} | {wrong[0]: wrong[1]}
            self.change("table", "component", number, *[word for pair in given.items() for word in pair], status=2)
        self.assertIn("no ViPS with serial number 'V'",
                      self.change("table", "component", number, "--component", "ViPS", "--serial", "V", "--remove", status=1))
        self.assertIn("digit", self.change("table", "component", number, "--component", "ViPS", "--software", "new",
                                           "--serial", "V", status=1))
        self.uth("audit", "verify", "--store", self.url)

    def test_a_table_is_shown_in_words_and_dollars(self):
        """And what is shown can be given back"""
        self.change("table", "configure", "1", "--set", "house_strategy=timid", "--set", "buy_in_max=$12345.50")
        config = self.read("table", "show", "1")["config"]
        self.assertEqual((config["house_strategy"], config["buy_in_max"]), (3, 1234550))
        lines = self.books("table", "show", "1").split("\nConfiguration", 1)[1].split("\nSeats\n")[0]
        shown = dict((line.split(None, 1) + [""])[:2] for line in lines.splitlines()[1:])
        amounts = {"confirm_up_to", "buy_in_min", "buy_in_max", "house_buy_in", "house_ante", "house_trips",
                   "house_progressive", "provider_bankroll", "proposition_buy_in", "proposition_ante",
                   "proposition_trips", "proposition_bank"}  # fmt: skip
        others = {"name", "pace", "meter", "controller", "betting_ms", "decision_ms", "offer_ms", "result_ms",
                  "absent_rounds", "people_per_address", "house_players", "house_ms", "proposition_players", "proposition_ms"}  # fmt: skip
        self.assertEqual(set(shown), amounts | others | {"house_strategy", "proposition_strategy", "provider"})
        for field in amounts:
            self.assertEqual(shown[field], f"${config[field] / 100:,.2f}", field)
        for field in others:
            self.assertEqual(shown[field], str(config[field]), field)
        self.assertEqual(shown["house_strategy"], "timid")
        for field, value in shown.items():
            self.change("table", "configure", "1", "--set", f"{field}={value.replace(',', '')}")
        self.assertEqual(self.read("table", "show", "1")["config"], config)
        for wrong in ("buy_in_max=$1.5", "buy_in_max=$", "buy_in_max=$-5", "betting_ms=$9"):
            self.change("table", "configure", "1", "--set", wrong, status=2)

    # ---- what must not be ---------------------------------------------------------------------

    def test_a_running_server_keeps_others_from_changing(self):
        with open(f"{self.path}.seal") as seal:
            fcntl.flock(seal, fcntl.LOCK_EX)
            said = self.change("user", "lock", "Paul", status=1)
            self.assertIn("another process is using this store", said)
            self.books("user", "list")
            self.books("history")

    def test_the_wrong_key_a_missing_one_and_a_newer_store_are_refused(self):
        other = f"{self.path}.other"
        self.uth("user", "add", "X Y", "--role", "manager", "--as", "root", "--reason", "x", "--store", f"sqlite:{other}")
        said = self.change("user", "lock", "Paul", "--key", f"{other}.seal", status=1)
        self.assertIn("not the one this store was made with", said)
        pathlib.Path(f"{self.path}.seal").chmod(0o644)
        self.assertIn("0600", self.change("user", "lock", "Paul", status=1))
        self.assert_no_key_is_made_for(self.path)
        self.uth("history", "--store", f"sqlite:{self.path}.nowhere", status=1)
        with sqlite3.connect(self.path) as database:
            database.execute("UPDATE uth_meta SET version = 99")
        database.close()
        self.assertIn("newer", self.books("history", status=1))
        self.assertIn("newer", self.books("user", "list", status=1))

    def assert_no_key_is_made_for(self, path):
        """Another one would be of no use, and stand where the right one is to be put back"""
        key, kept = pathlib.Path(f"{path}.seal"), pathlib.Path(f"{path}.kept")
        key.rename(kept)
        for said in (self.change("user", "lock", "Paul", status=1), self.change("table", "close", "1", status=1),
                     self.books("serve", "--port", "0", status=1)):  # fmt: skip
            self.assertIn(f"there is no key file '{key}'; this store was made with one", said)
            self.assertFalse(key.exists())
        kept.rename(key)

    def test_a_head_that_leads_to_records_there_are_not_makes_nobody_wait(self):
        for position in (2**40, -1, 2**63 - 1):
            with self.subTest(position):
                with sqlite3.connect(self.path) as database:
                    database.execute("UPDATE uth_head SET position = ?", (position,))
                database.close()
                for command in (("user", "log"), ("meter", "journal", "1")):
                    self.assertRegex(self.books(*command, status=1), "record|last batch|position")

    def test_a_record_that_is_gone_is_named_by_whoever_walks_past_it(self):
        with sqlite3.connect(self.path) as database:
            last = database.execute("SELECT max(position) FROM uth_batch").fetchone()[0]
            database.execute("DELETE FROM uth_batch WHERE position = ?", (last - 5,))
        database.close()
        self.assertIn(f"record {last - 5} is missing", self.books("user", "log", status=1))

    def test_an_export_of_a_cardroom_checks(self):
        """Also its rules, whose numbers are of 64 bits; and not with one of them changed"""
        exported = self.uth("audit", "export", "--store", self.url)
        file = pathlib.Path(self.place.name, "export.jsonl")
        file.write_text(exported)
        self.assertRegex(self.uth("audit", "check", str(file)), r"^all records verified: \d+ records from position 1 ")
        ids = [entry["id"] for line in exported.splitlines() for entry in json.loads(line).get("entries", ())]
        large = max(ids)
        self.assertGreater(large, 1 << 63)
        file.write_text(exported.replace(f'"id":{large}', f'"id":{large ^ 1}', 1))
        self.assertIn("its words do not match its body", self.books("audit", "check", str(file), status=1))

    def test_no_secret_is_in_the_file_in_clear(self):
        held = self.path.read_bytes()
        secret = self.filled["secret"]
        for clear in (bytes.fromhex(secret), secret.encode(), b"$argon2", PASSWORD.encode(), b"471147"):
            self.assertNotIn(clear, held)
        exported = self.uth("audit", "export", "--store", self.url)
        self.assertNotIn("argon2", exported)
        self.assertNotIn(b"$argon2".hex(), exported)
        self.assertNotIn(secret, exported)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
