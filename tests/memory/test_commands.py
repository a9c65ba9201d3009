"""Every command of the program with an allocation that fails, one after the other: it says so and ends,
or it does without; it never dies, leaks, or leaves half of something in the store."""
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

import starved
from cardroom import UTH, Crew, Person, Room, main, seed, table

ROUND = json.loads(subprocess.run(
    [UTH, "simulate", "--replay", "7:1", "--json"], capture_output=True, text=True).stdout)


class Store:
    """A store with a few rounds, made once, and copied for each run that writes."""

    def __init__(self):
        self.room = Room(table("Rainier", "washington", meter="yes", house_players=0), selfcheck_hour=24)
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
        cls.tried, cls.commands = 0, 0

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

    def dump(self):
        with sqlite3.connect(f"{self.directory}/uth.db") as database:
            count = database.execute("SELECT count(*) FROM uth_batch").fetchone()[0]
        database.close()
        return count

    def audited(self):
        done = subprocess.run([UTH, "audit", "verify", "--store", self.url], capture_output=True, text=True)
        return done.stderr if done.returncode != 0 else ""

    def each(self, *arguments, given=b"", changes=False, most=None):
        """Fails the command at each allocation, once alone and once with all that follow."""
        plain, total = starved.count(arguments, given)
        self.assertGreater(total, 0, arguments)
        before, faults = self.dump(), []
        self.effect = before - self.base if changes else 0
        type(self).commands += 1
        for turn, number in enumerate(starved.numbers(total)[:most]):
            for on in (False, True) if starved.WHOLE or turn % 4 == 0 else (False,):
                if changes:
                    self.fresh()
                done = starved.starve(arguments, number, on, given)
                type(self).tried += 1
                fault = starved.fault_of(done, plain)
                if changes:
                    fault = fault or self.audited()
                    after = self.dump()
                    # Stored, and then no memory to say so: whole all the same.
                    if not fault and after not in (self.base, self.base + self.effect):
                        fault = f"{after - self.base} batches were stored, and not {self.effect}"
                    if not fault and done.returncode == 0 and after == self.base:
                        fault = "called good, and nothing was stored"
                if fault:
                    faults.append(f"{' '.join(arguments[:3])} at {number}{' and on' if on else ''}: {fault}")
        told = {fault.split(": ", 1)[1]: fault for fault in reversed(faults)}  # each kind once
        self.assertEqual(sorted(told.values())[:12], [])
        if not changes:
            self.assertEqual(self.dump(), before)

    def fresh(self):
        for path in pathlib.Path(self.directory).glob("uth.db*"):
            path.unlink()
        self.store.copy(self.directory)

    def changing(self, *arguments):
        """The same for a command that stores something: it is there whole, or not at all."""
        self.fresh()
        self.base = self.dump()
        self.each(*arguments, changes=True)

    def test_a_backup_is_made_and_read(self):
        """backup, restore --check"""
        self.each("backup", "-q", "--store", self.url, "-")
        saved = f"{self.directory}/saved"
        subprocess.run([UTH, "backup", "-q", "--store", self.url, saved], check=True, capture_output=True)
        self.each("restore", "--check", saved)

    def test_what_reads_cards_and_rules(self):
        """eval, rules, settle"""
        self.each("eval", "As Ks Qs Js Ts 2d 3c", "--json")
        self.each("rules", "show", "washington", "--json", most=60)
        self.each("settle", given=json.dumps(ROUND).encode() + b"\n")

    def test_what_computes(self):
        """odds, simulate, play"""
        self.each("odds", "--cards", "Ah Kd", "--board", "Th 9h 2c 3d 4s", "--json", most=30)
        self.each("simulate", "--rounds", "1000", "--threads", "1", most=20)
        self.each("play", "--seed", "3", "--hands", "1", "--no-color", given=b"\n\n4x\n\n", most=30)

    def test_what_reads_a_store(self):
        """history, replay, report, meter, table, user, audit, selfcheck"""
        store = ("--store", self.url)
        self.each("history", *store, "--json")
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
        """user add, table add, meter adjust: stored whole, or not at all"""
        password = os.path.join(self.directory, "password")
        pathlib.Path(password).write_text("a long password\n")
        store = ("--store", self.url, "--as", "manager", "--reason", "test")
        self.changing("user", "add", "Ada", "--role", "dealer", "--password-file", password, *store)
        self.changing("table", "add", "--name", "Second", "--rules", "washington", *store)
        self.changing("meter", "executive", "1", "--executive-above", "$5000", *store)

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
