"""`uth selfcheck`: whatever is changed, in the program, beside it or in the store, is named."""
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

TESTS = pathlib.Path(__file__).resolve().parent.parent
for name in ("serve", "support"):
    sys.path.insert(0, str(TESTS / name))
from cardroom import UTH, Person, Room, RoomTest, THREE, main, set_clock  # noqa: E402
from postgres import Postgres, programs  # noqa: E402

AHEAD = os.environ["UTH_AHEAD"]
STORED = ("store", "records", "signatures", "books", "tables", "meters", "components")
DAY_MS = 86400000


def ahead(milliseconds):
    """An environment in which it is later, or earlier."""
    return {**os.environ, "LD_PRELOAD": AHEAD, "UTH_AHEAD_MS": str(milliseconds),
            "ASAN_OPTIONS": "verify_asan_link_order=0"}


def selfcheck(*arguments, program=UTH):
    """Exit status, and verdict and text of each part."""
    done = subprocess.run([program, "selfcheck", "--json", *arguments], capture_output=True, timeout=120)
    document = json.loads(done.stdout)
    assert document["ok"] == (done.returncode == 0), document
    return done.returncode, {part["part"]: (part["verdict"], part["text"])
                             for part in document["parts"]}


def differing(parts):
    return sorted(name for name, (verdict, _) in parts.items() if verdict == "differs")


class Elf:
    """Where a symbol's bytes are in the file."""

    def __init__(self, path):
        self.path = path
        self.data = bytearray(pathlib.Path(path).read_bytes())
        headers = subprocess.run(["readelf", "-lW", path], capture_output=True, text=True).stdout
        self.loads = [tuple(int(number, 16) for number in found)
                      for found in re.findall(r"LOAD\s+(0x\w+) (0x\w+) 0x\w+ (0x\w+)", headers)]
        names = subprocess.run(["nm", "-S", path], capture_output=True, text=True).stdout
        self.symbols = {}
        for line in names.splitlines():
            fields = line.split()
            if len(fields) == 4:
                self.symbols.setdefault(fields[3], (int(fields[0], 16), int(fields[1], 16)))
            elif len(fields) == 3:
                self.symbols.setdefault(fields[2], (int(fields[0], 16), 0))

    def place(self, symbol):
        address, size = self.symbols[symbol]
        for offset, start, length in self.loads:
            if start <= address < start + length:
                return address - start + offset, size
        raise AssertionError(symbol)


class Program(unittest.TestCase):
    """The program itself, and what it carries."""

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.program = os.path.join(self.directory.name, "bin", "uth")
        os.makedirs(os.path.dirname(self.program))
        shutil.copy(UTH, self.program)
        self.record = os.path.join(self.directory.name, "digests")
        subprocess.run([self.program, "selfcheck", "--record", self.record], check=True)

    def changed(self, symbol, change):
        elf = Elf(self.program)
        at, size = elf.place(symbol)
        change(elf.data, at, size)
        os.unlink(self.program)
        pathlib.Path(self.program).write_bytes(elf.data)
        os.chmod(self.program, 0o755)
        return selfcheck("--digests", self.record, program=self.program)

    def test_as_recorded_everything_fits(self):
        status, parts = selfcheck("--digests", self.record, program=self.program)
        self.assertEqual(status, 0, parts)
        for name in ("program", "pages", "hands", "dealing", "rules"):
            self.assertEqual(parts[name][0], "fits", parts[name])
        for name in STORED + ("configuration",):
            self.assertEqual(parts[name][0], "not asked", parts[name])

    def test_an_installation_finds_its_own_record(self):
        share = pathlib.Path(self.directory.name, "share", "uth")
        share.mkdir(parents=True)
        shutil.move(self.record, share / "digests")
        status, parts = selfcheck(program=self.program)
        self.assertEqual((status, parts["program"][0]), (0, "fits"))
        (share / "digests").write_text("uth selfcheck 1\nprogram 00\n")
        status, parts = selfcheck(program=self.program)
        self.assertEqual((status, differing(parts)), (1, ["hands", "pages", "program", "rules"]))

    def test_one_byte_of_the_code_is_named(self):
        def flip(data, at, size):
            data[at + size - 1] ^= 1
        status, parts = self.changed("cmd_bench", flip)
        self.assertEqual((status, differing(parts)), (1, ["program"]))
        self.assertIn("is not the one on record", parts["program"][1])

    def test_a_changed_strength_of_a_hand_is_named_even_without_a_record(self):
        def swap(data, at, size):
            """Two flushes change places."""
            data[at + 2 * 0x1F:at + 2 * 0x1F + 2], data[at + 2 * 0x2F:at + 2 * 0x2F + 2] = \
                data[at + 2 * 0x2F:at + 2 * 0x2F + 2], data[at + 2 * 0x1F:at + 2 * 0x1F + 2]
        _, parts = self.changed("uth_hand_by_suit", swap)
        self.assertEqual(differing(parts), ["hands", "program"])
        self.assertIn("hands", differing(selfcheck(program=self.program)[1]))

    def test_a_changed_pay_is_named(self):
        def pay(data, at, size):
            found = data.index(b"\xf4\x01", at, at + size)  # 500 to 1
            data[found] = 0xEF
        _, parts = self.changed("uth_rules_washington", pay)
        self.assertEqual(differing(parts), ["program", "rules"])

    def test_a_changed_page_is_named_even_without_a_record(self):
        """As it is, and packed: most browsers are sent the latter"""
        def word(data, at, size):
            data[at + 20] ^= 4
        for page in ("page_1_plain", "page_1_packed"):
            with self.subTest(page):
                shutil.copy(UTH, self.program)
                _, parts = self.changed(page, word)
                self.assertEqual(differing(parts), ["pages", "program"])
                verdict, text = selfcheck(program=self.program)[1]["pages"]
                self.assertEqual(verdict, "differs")
                self.assertRegex(text, r"^/\S+ is not the page that was built")

    def test_a_changed_dealing_is_named_even_without_a_record(self):
        """In what is dealt from, and in what is known of it: either way they no longer fit."""
        def known(data, at, size):
            data[at] ^= 1

        def tag(text):
            def change(data, at, size):
                """Not by its symbol: the compiler keeps these eight bytes as data or in an instruction.
                The pages have them too, behind a quotation mark."""
                data[:] = re.sub(b'(?<!")' + text, text[:-1] + b"?", data)
            return change

        deck, commitment = "a known secret deals a different deck", "a known secret gives a different commitment"
        for symbol, change, said in (("known_deck", known, deck), ("known_commitment", known, commitment),
                                     ("fair_deck", tag(b"uth deal"), deck),
                                     ("fair_commit", tag(b"uth comm"), commitment)):
            with self.subTest(symbol):
                shutil.copy(UTH, self.program)
                _, parts = self.changed(symbol, change)
                self.assertEqual(differing(parts), ["dealing", "program"])
                self.assertEqual(parts["dealing"][1], said)
                self.assertEqual(selfcheck(program=self.program)[1]["dealing"], ("differs", said))

    def test_a_digest_kept_elsewhere_counts_more_than_the_record(self):
        own = selfcheck("--digests", self.record, program=self.program)[1]["program"][1].split()[1]
        self.assertEqual(selfcheck("--program", own, program=self.program)[1]["program"][0], "fits")
        status, parts = selfcheck("--digests", self.record, "--program", own[::-1], program=self.program)
        self.assertEqual((status, differing(parts)), (1, ["program"]))

    def test_a_record_that_is_none_or_missing_is_said(self):
        pathlib.Path(self.record).write_text("something else\n")
        self.assertIn("not a record of digests", selfcheck("--digests", self.record)[1]["program"][1])
        self.assertIn("No such file", selfcheck("--digests", self.record + "x")[1]["program"][1])

    def test_what_would_not_be_checked_does_not_go_with_writing_a_record(self):
        other = self.record + ".other"
        for options in (["--json"], ["--store", "sqlite:/no/such/store"], ["--digests", self.record],
                        ["--program", "0"], ["--public", "0"]):  # fmt: skip
            done = subprocess.run([self.program, "selfcheck", "--record", other, *options], capture_output=True,
                                  text=True)  # fmt: skip
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f"checks nothing: it cannot be used with {options[0]}", done.stderr)
            self.assertFalse(os.path.exists(other))

    def test_a_record_goes_to_standard_output_too_and_what_cannot_be_written_is_said(self):
        def record(path, out=subprocess.PIPE):
            return subprocess.run([self.program, "selfcheck", "--record", path], cwd=self.directory.name,
                                  stdout=out, stderr=subprocess.PIPE, text=True)  # fmt: skip

        self.assertEqual(record("-").stdout, pathlib.Path(self.record).read_text())
        self.assertFalse(pathlib.Path(self.directory.name, "-").exists())
        with open("/dev/full", "w") as full:
            for done in (record("-", full), record("/dev/full"), record("no/such/place")):
                self.assertEqual(done.returncode, 1)
                self.assertIn("cannot write", done.stderr)

    def test_for_people_it_is_a_table_and_a_count(self):
        done = subprocess.run([self.program, "selfcheck"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout.splitlines()[-1], r"^\d+ match, 0 differ, \d+ not checked$")

    def test_a_configuration_that_is_wrong_is_named(self):
        path = pathlib.Path(self.directory.name, "uth.conf")
        for text, said in (("prot = 80\n", "prot"), ("port = x\n", "port"),
                           ("[table A]\nprofile = nevada\n", "nevada"),
                           (f"[table A]\nprofile = {self.record}\n", self.record)):
            path.write_text(f"store = memory:\n{text}")
            status, parts = selfcheck("--config", str(path))
            self.assertEqual((status, differing(parts)), (1, ["configuration"]), text)
            self.assertIn(said, parts["configuration"][1])
        path.write_text("store = memory:\n[table A]\nprofile = washington\n")
        self.assertEqual(selfcheck("--config", str(path))[0], 0)
        self.assertIn("configuration", differing(selfcheck("--config", str(path) + "x")[1]))

    def test_a_configuration_that_is_not_the_one_on_record_is_named(self):
        path = pathlib.Path(self.directory.name, "uth.conf")
        path.write_text("store = memory:\nguest_money = 100000\n")

        def check():
            return selfcheck("--config", str(path), "--digests", self.record, program=self.program)

        self.assertEqual(check()[0], 0)  # the record says nothing of any
        record = [self.program, "selfcheck", "--record", self.record, "--config", str(path)]
        subprocess.run(record, check=True)
        self.assertEqual(check()[1]["configuration"][0], "fits")
        path.write_text("store = memory:\nguest_money = 10000000\n")
        status, parts = check()
        self.assertEqual((status, differing(parts)), (1, ["configuration"]))
        self.assertIn("is not the one on record", parts["configuration"][1])
        path.write_text("prot = 80\n")
        done = subprocess.run(record, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("prot", done.stderr)


class Store(unittest.TestCase):
    """What is stored, from a day that is over and signed."""

    @classmethod
    def setUpClass(cls):
        room = Room(THREE)
        room.kill()
        for path in pathlib.Path(room.directory).glob("uth.db*"):
            path.unlink()
        pathlib.Path(room.directory, "uth.key").unlink()
        room.environment = ahead(-2 * DAY_MS)
        room.start()
        player = Person(room).guest().connect()
        player.sit(1, 1, 50000)
        room.stop()
        cls.room, cls.url = room, f"sqlite:{room.directory}/uth.db"
        done = room.uth("audit", "sign", "--store", cls.url)
        assert done.returncode == 0, done.stderr
        cls.public = done.stdout.split()[-1]

    @classmethod
    def tearDownClass(cls):
        cls.room.remove()

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.path = os.path.join(self.directory.name, "uth.db")
        with sqlite3.connect(f"{self.room.directory}/uth.db") as source:
            source.execute(f"VACUUM INTO '{self.path}'")
        source.close()

    def check(self, *arguments):
        return selfcheck("--store", f"sqlite:{self.path}", *arguments)

    def change(self, *statements):
        with sqlite3.connect(self.path) as database:
            for statement in statements:
                changed = database.execute(statement)
                self.assertNotEqual(changed.rowcount, 0, statement)
        database.close()

    def assert_named(self, part, text, *arguments):
        status, parts = self.check(*arguments)
        self.assertEqual(status, 1)
        self.assertEqual(parts[part][0], "differs", parts)
        self.assertIn(text, parts[part][1])
        return parts

    def test_a_sound_store_fits(self):
        status, parts = self.check("--public", self.public)
        self.assertEqual(status, 0, parts)
        for name in STORED:
            self.assertEqual(parts[name][0], "fits", parts[name])
        self.assertRegex(parts["store"][1], r"^schema \d+ as this program makes it, the files are whole$")
        self.assertEqual(parts["signatures"][1], "1 signed days")
        self.assertRegex(parts["meters"][1], r"^1, each")

    def test_another_schema(self):
        self.change("UPDATE uth_meta SET version = 99")
        self.assert_named("store", "schema is version 99")

    def test_an_index_that_is_gone(self):
        self.change("DROP INDEX uth_batch_by_table")
        self.assert_named("store", ": the schema has no index uth_batch_by_table")

    def test_an_index_that_is_no_longer_unique(self):
        self.change("DROP INDEX uth_batch_by_table",
                    "CREATE INDEX uth_batch_by_table ON uth_batch (table_id, sequence)")
        self.assert_named("store", ": the index uth_batch_by_table is on uth_batch (table_id, sequence)"
                                   " instead of unique on uth_batch (table_id, sequence)")  # fmt: skip

    def test_a_trigger(self):
        self.change("CREATE TRIGGER quiet BEFORE INSERT ON uth_batch BEGIN SELECT raise(IGNORE); END")
        self.assert_named("store", ": the schema has a trigger quiet that is not ours")

    def test_a_table_that_is_not_ours(self):
        self.change("CREATE TABLE elsewhere (a)")
        self.assert_named("store", ": the schema has a table elsewhere that is not ours")

    def test_a_column_more(self):
        self.change("ALTER TABLE uth_account ADD COLUMN note BLOB")
        self.assert_named("store", ": the schema has a column uth_account.note that is not ours")

    def test_a_table_without_its_check(self):
        self.change("CREATE TABLE kept AS SELECT * FROM uth_head", "DROP TABLE uth_head",
                    "CREATE TABLE uth_head (id INTEGER PRIMARY KEY, position INTEGER NOT NULL,"
                    " hash BLOB NOT NULL) STRICT", "INSERT INTO uth_head SELECT * FROM kept",
                    "DROP TABLE kept")  # fmt: skip
        self.assert_named("store", ": the table uth_head is not made as this program makes it")

    def test_a_damaged_file(self):
        with sqlite3.connect(self.path) as database:
            page = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'uth_account'").fetchone()[0]
            size = database.execute("PRAGMA page_size").fetchone()[0]
        database.close()
        data = bytearray(pathlib.Path(self.path).read_bytes())
        data[(page - 1) * size + 3:(page - 1) * size + 5] = b"\xff\xff"  # how many rows there are
        pathlib.Path(self.path).write_bytes(data)
        self.assert_named("store", "damaged")

    def test_a_changed_record(self):
        self.change("UPDATE uth_batch SET body = CAST(body || x'00' AS BLOB) WHERE position = 3")
        self.assert_named("records", "record 3")

    def test_a_changed_signature(self):
        self.change("UPDATE uth_signature SET signature = zeroblob(64)")
        self.assert_named("signatures", "does not fit")

    def test_days_signed_with_another_key(self):
        self.assert_named("signatures", "another key", "--public", "00" * 32)

    def test_a_balance_that_is_no_sum(self):
        self.change("UPDATE uth_account SET balance = balance + 1 WHERE kind = 1")
        parts = self.assert_named("books", "wallet")
        self.assertEqual(parts["meters"][0], "fits")

    def test_a_meter_that_shows_more_than_there_is(self):
        self.change("UPDATE uth_account SET balance = balance + 100 WHERE kind = 7",
                    "UPDATE uth_account SET balance = balance - 100 WHERE kind = 9")
        parts = self.assert_named("meters", "meter 1 says 1000000 cents, its account holds 1000100")
        self.assertEqual(parts["books"][0], "differs")

    def test_a_reserve_that_is_not_what_its_account_holds(self):
        self.change("INSERT OR REPLACE INTO uth_account SELECT owner, 8, table_id, seat, 100"
                    " FROM uth_account WHERE kind = 7",
                    "UPDATE uth_account SET balance = balance - 100 WHERE kind = 9")  # fmt: skip
        parts = self.assert_named("meters", "the reserve of meter 1 says 0 cents, its account holds 100")
        self.assertEqual(parts["books"][0], "differs")

    def test_rules_a_table_plays_by_are_gone(self):
        self.change("DELETE FROM uth_state WHERE kind = 12")
        self.assert_named("tables", "table 1: its configuration is invalid, or its rules are not stored")

    def test_a_store_that_is_not_there(self):
        os.unlink(self.path)
        self.assert_named("store", "cannot read the file")


@unittest.skipUnless(programs(), "PostgreSQL is not installed")
class StoreOfAServer(unittest.TestCase):
    """The same on PostgreSQL: there the schema is all that is ours to look at."""

    @classmethod
    def setUpClass(cls):
        cls.server = Postgres()
        cls.addClassCleanup(cls.server.stop)
        cls.url = cls.server.database("sound")
        room = Room(THREE, store=cls.url)
        cls.addClassCleanup(room.remove)
        assert room.stop() == 0, room.log()

    def assert_named(self, text, sql):
        self.server.psql("DROP DATABASE IF EXISTS changed")
        self.server.psql("CREATE DATABASE changed TEMPLATE sound")
        self.server.psql(sql, "changed")
        with self.subTest(text):
            status, parts = selfcheck("--store", self.url.replace("/sound?", "/changed?"))
            self.assertEqual((status, differing(parts)), (1, ["store"]), parts)
            self.assertIn(text, parts["store"][1])

    def test_a_sound_store_fits_also_for_who_may_only_read(self):
        self.server.psql("CREATE ROLE reader LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader", "sound")
        for url in (self.url, self.url.replace("uth@", "reader@")):
            status, parts = selfcheck("--store", url)
            self.assertEqual(status, 0, parts)
            for name in STORED:
                self.assertEqual(parts[name][0], "fits", parts[name])
            self.assertRegex(parts["store"][1], r"^schema \d+ as this program makes it, the database")

    def test_a_changed_schema_is_named(self):
        self.assert_named(": the schema has no index uth_batch_by_table", "DROP INDEX uth_batch_by_table")
        self.assert_named(": the index uth_batch_by_table is on uth_batch (table_id, sequence) instead of unique on",
                          "DROP INDEX uth_batch_by_table;"
                          "CREATE INDEX uth_batch_by_table ON uth_batch (table_id, sequence)")  # fmt: skip
        self.assert_named(": the schema has a trigger quiet that is not ours",
                          "CREATE FUNCTION quiet() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';"
                          "CREATE TRIGGER quiet BEFORE INSERT ON uth_batch FOR EACH ROW EXECUTE FUNCTION quiet()")
        self.assert_named(": the schema has a table uth_more that is not ours", "CREATE TABLE uth_more (a int)")
        self.assert_named(": the schema has a column uth_account.note that is not ours",
                          "ALTER TABLE uth_account ADD COLUMN note bytea")  # fmt: skip
        self.assert_named(": the schema has no constraint uth_account_balance_check of uth_account",
                          "ALTER TABLE uth_account DROP CONSTRAINT uth_account_balance_check")  # fmt: skip


class Server(RoomTest):
    """The server does it too: when asked, and once a day."""

    def line_of_the_check(self, room, manager):
        """What the clock began, once it is on record: it is shown as soon as it is known, and stored then."""
        end = time.monotonic() + 60
        while True:
            lines = [line for line in manager.get("/api/log")["log"] if line["what"] == "self-check"]
            if lines:
                return lines[0]
            self.assertLess(time.monotonic(), end, room.log())
            time.sleep(0.2)

    def test_who_may_ask_and_what_is_on_record(self):
        room = self.room(THREE)
        manager = self.manager(room)
        auditor = self.staff(room, manager, "auditor")
        dealer = self.staff(room, manager, "dealer")
        guest = self.guest(room)
        for person in (guest, dealer):
            for method in ("GET", "POST"):
                self.assertEqual(person.ask(method, "/api/selfcheck").status, 403)
        self.assertEqual(auditor.get("/api/selfcheck"),
                         {"checked_ms": 0, "ok": False, "running": False, "parts": []})
        found = auditor.post("/api/selfcheck")
        parts = {part["part"]: part["verdict"] for part in found["parts"]}
        self.assertTrue(found["ok"], found)
        for name in STORED + ("configuration", "hands", "pages", "dealing"):
            self.assertEqual(parts[name], "fits", found)
        self.assertEqual(manager.get("/api/selfcheck"), found)
        self.assertEqual(manager.get("/api/pit")["selfcheck"]["checked_ms"], found["checked_ms"])
        line = next(line for line in manager.get("/api/log")["log"] if line["what"] == "self-check")
        self.assertEqual((line["who"]["name"], line["after"]["ok"]), ("the auditor", True))
        metrics = manager.ask("GET", "/metrics").body.decode()
        self.assertIn("\nuth_selfcheck_ok 1\n", metrics)

    def odd_room(self):
        """One that has errors to tell of."""
        room = Room(THREE)
        self.addCleanup(room.remove)
        return room

    def test_what_nobody_holds_against_anything_is_said(self):
        room = self.odd_room()
        manager = self.manager(room)
        manager.post("/api/selfcheck")
        self.assertEqual(manager.get("/api/pit")["selfcheck"]["text"],
                         "11 parts fit; not asked for: program, rules")
        simulation = {"component": "built-in simulation", "serial": "none", "remove": True, "reason": "x"}
        manager.post("/api/tables/1/components", simulation)  # GM-7
        manager.post("/api/selfcheck")
        self.assertEqual(manager.get("/api/pit")["selfcheck"]["text"],
                         "10 parts fit; warning: components: table 1: no game manager is listed: Game Manager 6.6 Build"
                         " 520 or higher is approved, and more (GM-7); not asked for: program, rules")
        self.assertTrue(manager.get("/api/pit")["selfcheck"]["ok"])
        manager.post("/api/tables/1/components", {"component": "built-in simulation", "serial": "none",
                                                  "version": "0.1", "reason": "x"})
        record = os.path.join(room.directory, "digests")
        self.assertEqual(room.uth("selfcheck", "--record", record).returncode, 0)
        room.stop()
        with open(room.config) as file:
            text = file.read()
        pathlib.Path(room.config).write_text(f"digests = {record}\n{text}")
        room.start()
        manager = self.manager(room)
        self.assertEqual(manager.post("/api/selfcheck")["ok"], True)
        self.assertEqual(manager.get("/api/pit")["selfcheck"]["text"], "13 parts fit")
        os.unlink(record)
        found = manager.post("/api/selfcheck")
        parts = {part["part"]: (part["verdict"], part["text"]) for part in found["parts"]}
        self.assertEqual((found["ok"], differing(parts)), (False, ["hands", "pages", "program", "rules"]))

    def test_a_server_without_the_configuration_on_record_is_named(self):
        room = self.odd_room()
        record = os.path.join(room.directory, "digests")
        self.assertEqual(room.uth("selfcheck", "--record", record, "--config", room.config).returncode, 0)
        room.stop()
        room.options = ["--port", "0", "--store", f"sqlite:{room.directory}/uth.db", "--digests", record,
                        "--key-file", f"{room.directory}/uth.key"]
        room.start()
        parts = {part["part"]: part for part in self.manager(room).post("/api/selfcheck")["parts"]}
        self.assertEqual((parts["configuration"]["verdict"], parts["configuration"]["text"]),
                         ("differs", "no file was read, and one is on record"))

    def test_a_configuration_that_was_changed_since_the_start_is_named(self):
        room = self.odd_room()
        manager = self.manager(room)
        path = pathlib.Path(room.config)
        text = path.read_text()

        def found():
            parts = {part["part"]: part for part in manager.post("/api/selfcheck")["parts"]}
            return parts["configuration"]["verdict"], parts["configuration"]["text"]

        self.assertEqual(found()[0], "fits")
        path.write_text(text + "# another\n")
        self.assertEqual(found()[0], "differs")
        self.assertRegex(found()[1], "is not the one that was read at the start$")
        path.unlink()
        self.assertEqual(found()[0], "differs")
        self.assertIn("cannot read", found()[1])
        path.write_text(text)
        self.assertEqual(found()[0], "fits")

    def test_a_house_that_is_closed_at_the_hour_is_checked_after_its_start(self):
        room = Room(THREE, selfcheck_hour=4, log="info")
        self.addCleanup(room.remove)
        room.stop()
        now = int(time.time() * 1000)
        half_past = (now // DAY_MS + 1) * DAY_MS + 4 * 3600000 + 1800000 - now
        offset = pathlib.Path(room.directory, "offset")
        set_clock(offset, half_past)
        room.environment = {**ahead(0), "UTH_AHEAD_FILE": str(offset)}
        room.start()
        set_clock(offset, half_past + 660000)  # eleven minutes later
        manager = Person(room).login("manager", room.password)
        line = self.line_of_the_check(room, manager)
        self.assertIn(manager.get("/api/selfcheck")["checked_ms"] % DAY_MS // 60000, (280, 281, 282))
        self.assertEqual((line["why"], manager.get("/api/selfcheck")["ok"]), ("daily", True))

    def test_daily_at_its_hour_and_what_differs_is_an_error(self):
        room = Room(THREE, selfcheck_hour=4, log="info")
        self.addCleanup(room.remove)
        room.stop()
        with sqlite3.connect(f"{room.directory}/uth.db") as database:
            database.execute("UPDATE uth_account SET balance = balance + 1 WHERE kind = 9")
        database.close()
        now = int(time.time() * 1000)
        # Five minutes before: no start is so slow, and what is checked ten minutes after one comes later.
        before = (now // DAY_MS + 1) * DAY_MS + 4 * 3600000 - 300000 - now
        offset = pathlib.Path(room.directory, "offset")
        set_clock(offset, before)
        room.environment = {**ahead(0), "UTH_AHEAD_FILE": str(offset)}
        room.start()
        manager = Person(room).login("manager", room.password)
        self.assertEqual(manager.get("/api/selfcheck")["checked_ms"], 0)
        set_clock(offset, before + 305000)  # a look before the hour would be the last for a minute
        line = self.line_of_the_check(room, manager)
        found = manager.get("/api/selfcheck")
        self.assertFalse(found["ok"])
        self.assertIn(found["checked_ms"] % DAY_MS // 60000, range(240, 245))
        self.assertIn(" error self-check: ", room.log())
        self.assertEqual((line["who"]["name"], line["why"], line["after"]["ok"]),
                         ("uth serve", "daily", False))
        self.assertIn("books: ", line["after"]["text"])
        self.assertIn("\nuth_selfcheck_ok 0\n", manager.ask("GET", "/metrics").body.decode())


if __name__ == "__main__":
    main()
