"""Every command of the program with an allocation that fails, one after the other: it says so and ends,
or it does without; it never dies, leaks, or leaves half of something in the store. `uth serve` has a
test of its own, test_server.py."""
import json
import os
import pathlib
import shutil
import sqlite3
import re
import subprocess
import sys
import tempfile
import unittest

import starved
from cardroom import UTH, Crew, Person, Room, main, seed, table

ROUND = json.loads(subprocess.run(
    [UTH, "simulate", "--replay", "7:1", "--json"], capture_output=True, text=True).stdout)


class Store:
    """A store with a few rounds, made once, and copied for each run that writes."""

    def __init__(self):
        self.room = Room(table("Rainier", "washington", meter="yes", house_players=0))
        player = Person(self.room).guest().connect()
        player.sit(1, 1, 100000)
        Crew([player], 1, seed()).run(lambda person, view: view["round"] > 3 or view["rounds"] > 3
                                      if "rounds" in view else view["round"] > 3)
        player.close()
        self.room.stop()
        self.directory = self.room.directory

    def copy(self, to):
        with sqlite3.connect(f"{self.directory}/uth.db") as source:
            source.execute(f"VACUUM INTO '{to}/uth.db'")
        source.close()
        shutil.copy(f"{self.directory}/uth.key", f"{to}/uth.db.seal")


class Commands(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.store = Store()
        cls.tried, cls.commands, cls.names = 0, 0, set()

    @classmethod
    def tearDownClass(cls):
        cls.store.room.remove()
        print(f"# tried: {cls.tried} allocations that fail, in {cls.commands} commands", flush=True)

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name
        self.store.copy(self.directory)
        self.url = f"sqlite:{self.directory}/uth.db"

    def dump(self, path=None):
        with sqlite3.connect(path or f"{self.directory}/uth.db") as database:
            count = database.execute("SELECT count(*) FROM uth_batch").fetchone()[0]
        database.close()
        return count

    def audited(self, url=None):
        done = subprocess.run([UTH, "audit", "verify", "--store", url or self.url], capture_output=True, text=True)
        return done.stderr if done.returncode != 0 else ""

    def faults(self, *arguments, given=b"", later_ms=0, most=None, dear=False, before=None, after=None):
        """Fails the command at each allocation, alone and sometimes with all that follow. What is wrong
        with how it took it, each kind once; `after` looks at what a run has left. Not in the long run,
        `most` is how many of the first allocations are enough."""
        if before:
            before()
        plain, total = starved.count(arguments, given, later_ms)
        self.assertEqual(plain.returncode, 0, (arguments, plain.stderr))
        self.assertGreater(total, 0, arguments)
        type(self).commands += 1
        type(self).names.add(arguments[0])
        found, chosen = {}, starved.numbers(total, dear)
        for turn, number in enumerate(chosen if starved.WHOLE else chosen[:most]):
            for on in (False, True) if starved.WHOLE or turn % 4 == 0 else (False,):
                if before:
                    before()
                done = starved.starve(arguments, number, on, given, later_ms=later_ms)
                type(self).tried += 1
                fault = starved.fault_of(done, plain) or (after(done) if after else None)
                if fault:
                    found.setdefault(fault, f"{' '.join(arguments[:3])} at {number}{' and on' if on else ''}: {fault}")
        return sorted(found.values())[:12]

    def each(self, *arguments, **how):
        """A command that stores nothing."""
        before = self.dump()
        self.assertEqual(self.faults(*arguments, **how), [])
        self.assertEqual(self.dump(), before)

    def fresh(self):
        for path in pathlib.Path(self.directory).glob("uth.db*"):
            path.unlink()
        self.store.copy(self.directory)

    def changing(self, *arguments):
        """A command that stores something: it is there whole, or not at all."""
        self.fresh()
        base = self.dump()
        starved.starve(arguments)
        effect = self.dump() - base
        self.assertGreater(effect, 0)

        def after(done):
            stored = self.dump() - base
            # Stored, and then no memory to say so: whole all the same.
            if stored not in (0, effect):
                return f"{stored} batches were stored, and not {effect}"
            if done.returncode == 0 and stored == 0:
                return "called good, and nothing was stored"
            return self.audited()
        self.assertEqual(self.faults(*arguments, before=self.fresh, after=after), [])

    def test_a_backup_is_made_and_read(self):
        """backup, restore --check, restore: the new store is there whole, or not at all"""
        self.each("backup", "-q", "--store", self.url, "-")
        saved, new = f"{self.directory}/saved", f"{self.directory}/new.db"
        subprocess.run([UTH, "backup", "-q", "--store", self.url, saved], check=True, capture_output=True)
        self.each("restore", "--check", saved)

        def remove():
            for path in pathlib.Path(self.directory).glob("new.db*"):
                path.unlink()

        def after(done):
            if not os.path.exists(new):
                return "called good, and there is no store" if done.returncode == 0 else None
            return self.audited(f"sqlite:{new}") or (
                None if self.dump(new) == self.dump() else "there is half a store")
        self.each("restore", "-q", saved, "--store", f"sqlite:{new}", before=remove, after=after)

    def test_what_reads_cards_and_rules(self):
        """eval, rules, settle, verify; help, which asks for no memory"""
        self.each("eval", "As Ks Qs Js Ts 2d 3c", "--json")
        self.each("rules", "show", "washington", "--json", most=60)
        self.each("placard", "--rules", "washington", "--text", most=60)
        self.each("call", "eval", given=b'{"cards":"As Ks Qs Js Ts"}')
        self.each("settle", given=json.dumps(ROUND).encode() + b"\n")
        played = subprocess.run([UTH, "replay", "1:2", "--json", "--store", self.url], capture_output=True)
        self.assertEqual(played.returncode, 0, played.stderr)
        self.each("verify", "--json", given=played.stdout)
        self.each("verify", given=played.stdout)
        for arguments in (("help",), ("help", "par"), ("help", "--man", "par"), ("help", "--completion", "bash")):
            plain, total = starved.count(arguments)
            self.assertEqual((plain.returncode, total), (0, 0), arguments)
            type(self).names.add("help")

    def test_what_computes(self):
        """odds, simulate, play, par, strategy, rng-test"""
        self.each("odds", "--cards", "Ah Kd", "--board", "Th 9h 2c 3d 4s", "--json", most=30)
        self.each("simulate", "--rounds", "1000", "--threads", "1", most=20)
        self.each("play", "--seed", "3", "--hands", "1", "--no-color", given=b"\n\n4x\n\n", most=30)
        self.each("par", "--json", dear=True)
        self.each("strategy", "--json", dear=True)
        self.each("strategy", "--export", f"{self.directory}/strategy")
        self.each("rng-test", "--shuffles", "100000", "--threads", "1", "--seed", "00" * 32, "--json", dear=True)

    def test_a_bench_without_memory_measures_nothing(self):
        """bench: what it measures differs from run to run, so it is held to saying that memory is out"""
        asks = 3  # all before anything is measured, which takes its time
        if starved.WHOLE:
            self.assertEqual(starved.count(("bench",))[1], asks)
        for number in range(1, asks + 1):
            for on in (False, True):
                done = starved.starve(("bench",), number, on)
                type(self).tried += 1
                self.assertEqual((done.returncode, done.stdout), (1, b""), (number, done))
                self.assertEqual(done.stderr, b"uth bench: out of memory\n")
        type(self).commands += 1
        type(self).names.add("bench")

    def test_days_are_signed_and_checked(self):
        """audit key, sign, check: a key is whole or not there, a day is signed whole or not at all"""
        key, day_ms = f"{self.directory}/uth.db.key", 2 * 86400000
        store = ("--store", self.url)

        def without_key():
            pathlib.Path(key).unlink(missing_ok=True)

        def public():
            return subprocess.run([UTH, "audit", "key", *store], capture_output=True).stdout

        def same_key(done):
            """It is made by chance: what it says is held against the file."""
            if done.returncode != 0 and not os.path.exists(key):
                return None
            return None if done.stdout in (b"", public()) else "shows a key that is not the one in the file"
        plain, total = starved.count(("audit", "key", *store))
        self.assertEqual(plain.returncode, 0, plain.stderr)
        for number in starved.numbers(total):
            without_key()
            done = starved.starve(("audit", "key", *store), number)
            type(self).tried += 1
            self.assertIsNone(starved.fault_of(done, done if done.returncode == 0 else plain), number)
            self.assertIsNone(same_key(done), number)
        type(self).commands += 1
        public()
        kept = pathlib.Path(key).read_bytes()
        signed = self.signed(("audit", "sign", *store), day_ms, key, kept)
        self.assertEqual(signed, [])

    def signed(self, arguments, later_ms, key, kept):
        """audit sign two days later, then export and check of what was signed."""
        def fresh():
            self.fresh()
            pathlib.Path(key).write_bytes(kept)
            os.chmod(key, 0o600)

        def after(done):
            with sqlite3.connect(f"{self.directory}/uth.db") as database:
                days = database.execute("SELECT count(*) FROM uth_signature").fetchone()[0]
            database.close()
            return "called good, and no day is signed" if done.returncode == 0 and days == 0 else self.audited()
        found = self.faults(*arguments, later_ms=later_ms, before=fresh, after=after)
        fresh()
        self.assertEqual(starved.starve(arguments, later_ms=later_ms).returncode, 0)
        exported = f"{self.directory}/exported"
        with open(exported, "wb") as file:
            subprocess.run([UTH, "audit", "export", "--store", self.url], stdout=file, check=True)
        return found + self.faults("audit", "check", exported)

    def test_what_reads_a_store(self):
        """history, replay, report, meter, table, user, audit, selfcheck"""
        store = ("--store", self.url)
        self.each("history", *store, "--json")
        self.each("fairness", *store, "--json", most=60)
        self.each("dispute", "list", *store)
        self.each("replay", "1:2", *store)
        self.each("report", "day", "--table", "1", *store, "--json", most=60)
        self.each("meter", "list", *store, "--json")
        self.each("table", "list", *store)
        self.each("user", "list", *store, "--json")
        self.each("audit", "verify", *store)
        self.each("audit", "balance", *store)
        self.each("audit", "export", *store)

    def test_a_selfcheck_names_memory(self):
        """selfcheck: what could not be looked at differs, and says why"""
        arguments = ("selfcheck", "--store", self.url)
        type(self).commands += 1
        type(self).names.add("selfcheck")
        plain, total = starved.count(arguments)
        self.assertEqual(plain.returncode, 0, plain.stdout)
        for number in starved.numbers(total):
            done = starved.starve(arguments, number)
            type(self).tried += 1
            self.assertGreaterEqual(done.returncode, 0, (number, done.stderr))
            if done.returncode != 0 or done.stdout != plain.stdout:
                changed = set(done.stdout.splitlines()) - set(plain.stdout.splitlines())
                self.assertIn(b"memory", done.stdout + done.stderr, (number, changed))

    def test_what_changes_a_store(self):
        """user add, table add, meter executive: stored whole, or not at all"""
        password = os.path.join(self.directory, "password")
        pathlib.Path(password).write_text("a long password\n")
        store = ("--store", self.url, "--as", "manager", "--reason", "test")
        self.changing("user", "add", "Ada", "--role", "dealer", "--password-file", password, *store)
        self.changing("table", "add", "--name", "Second", "--rules", "washington", *store)
        self.changing("meter", "executive", "1", "--executive-above", "$5000", *store)

    @unittest.skipIf(len(sys.argv) > 2, "only some of the tests run")
    def test_z_no_command_was_left_out(self):
        """What `uth help` lists is what was tried, but for serve"""
        listed = subprocess.run([UTH, "help"], capture_output=True, text=True).stdout
        listed = re.findall(r"^  ([a-z-]+) {2,}", listed, re.MULTILINE)
        self.assertEqual(set(listed) - {"serve"}, self.names)

    def test_the_judge_can_find(self):
        """The check can fail: a death, another answer, silence about memory, a leak"""
        class Done:
            def __init__(self, status, out=b"", err=b""):
                self.returncode, self.stdout, self.stderr = status, out, err
        plain = Done(0, b"a flush\n")
        self.assertIsNone(starved.fault_of(Done(0, b"a flush\n"), plain))
        self.assertIsNone(starved.fault_of(Done(1, b"", b"uth eval: out of memory\n"), plain))
        for bad in (Done(-11), Done(-6, b"", b"check failed"), Done(0, b"a pair\n"), Done(1, b"", b"no\n"),
                    Done(1, b"", b"out of memory\nERROR: LeakSanitizer: detected memory leaks")):
            self.assertIsNotNone(starved.fault_of(bad, plain))


if __name__ == "__main__":
    main()
