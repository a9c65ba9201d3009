"""A store somebody has changed, with every link made anew: whatever is read of it is told, or refused with
a sentence that names what is wrong. Nothing stops at an assertion, and nothing is played on with.

Exact changes first, each with what must say so; then changes anywhere, by chance.

usage: test_changed.py UTH FILL_ROOM [COUNT]"""
import os
import pathlib
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

import stored
from stored import Store

UTH, FILL = sys.argv[1:3]
COUNT = int(sys.argv[3]) if len(sys.argv) > 3 else 12
SEED = int(os.environ.get("SEED") or random.SystemRandom().randrange(1 << 32))
ROUNDS = 6
ROUNDS_LONG = 65  # the 64th leaves a snapshot of each table
DAY = "2026-09-21"

# What, with links made anew over it, leaves a record that could as well have been stored so; signed heads are
# the answer to that (docs/audit.md). Who a person is and what a table is called (6, 7), what the log says
# (3), who pressed a button and when (2), what was asked and answered at a table (5), bytes that only the key
# opens (9), what a snapshot holds behind its table (8: the list of the day, a sealed secret), the round and
# time of a record and the hash of a request, whether a player or the clock took the last decision of a street,
# and what a posting says it was for: round, table, reason and wager move no money; any byte, which may be one of these.
COULD_BE = re.compile(
    r": byte|entry of kind [235679]\b|: entry of kind 8\b|batch, field (round|time_ms|request)|event, field by_system"
    r"|posting, field (round|table|reason|wager|reverses)"
)
# What the rules must say: a round is played by them again when it is told, or at a start if it is in play.
BY_RULES = re.compile(r"event, |entry of kind 4\b")

CHANGES = 4 * [Store.spoil_body] + 3 * [Store.spoil_struct]
CHANGES += [Store.spoil_bytes, Store.swap_entries, Store.spoil_state, Store.spoil_row]


class ChangedTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shared = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # thousands of commits
        cls.directory = tempfile.TemporaryDirectory(dir=shared)
        cls.addClassCleanup(cls.directory.cleanup)
        for rounds in (ROUNDS, ROUNDS_LONG):
            path = cls.filled(rounds)
            subprocess.run([FILL, f"sqlite:{path}", f"{path}.seal", str(rounds)], check=True, capture_output=True)
        cls.path = pathlib.Path(cls.directory.name, "uth.db")
        cls.at = ("--store", f"sqlite:{cls.path}")

    @classmethod
    def filled(cls, rounds):
        return pathlib.Path(cls.directory.name, f"filled-{rounds}.db")

    def setUp(self, rounds=ROUNDS):
        for file in self.path.parent.glob("uth.db*"):
            file.unlink()
        shutil.copy(self.filled(rounds), self.path)
        shutil.copy(f"{self.filled(rounds)}.seal", f"{self.path}.seal")
        self.round = "1:1"  # where a change is

    def judge(self, command, status, said):
        """It told, or refused with a sentence."""
        told = f"\nuth {' '.join(command)}: {status}\n{said[-2000:]}"
        self.assertIn(status, (0, 1), told)
        self.assertNotIn("check failed", said, told)
        self.assertNotIn("Sanitizer", said, told)
        self.assertNotIn("runtime error", said, told)
        if status == 1:
            self.assertRegex(said, r"[a-z]+ [a-z0-9]+ ", told)
        return said if status == 1 else None

    def uth(self, *command):
        command = (*command, *self.at)
        done = subprocess.run([UTH, *command], capture_output=True, text=True, errors="replace", timeout=120)
        return self.judge(command, done.returncode, done.stderr + done.stdout)

    def serve(self):
        """Until it listens, or says why not; then as long as a few timers take."""
        command = ("serve", "--port", "0", *self.at, "--log", "error")
        with subprocess.Popen(
            [UTH, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
        ) as server:
            try:
                if select.select([server.stdout], [], [], 120)[0] and server.stdout.readline():
                    select.select([server.stderr], [], [], 0.1)
                    server.send_signal(signal.SIGTERM)
                out, err = server.communicate(timeout=120)
            finally:
                server.kill()
        return self.judge(command, server.returncode, err + out)

    def backup(self):
        file = self.path.with_name("uth.db.saved")
        refused = self.uth("backup", str(file))
        if refused is None:
            again = ("restore", str(file), "--store", f"sqlite:{self.path}.again")
            done = subprocess.run([UTH, *again], capture_output=True, text=True, timeout=120)
            refused = self.judge(again, done.returncode, done.stderr + done.stdout)
        return refused

    def everything(self, round_):
        """Each way to read a store, by name."""
        table = round_.split(":")[0]
        return {
            "verify": lambda: self.uth("audit", "verify"),
            "balance": lambda: self.uth("audit", "balance"),
            "export": lambda: self.uth("audit", "export", "--from", "2026-09-22"),
            "selfcheck": lambda: self.uth("selfcheck"),
            "history": lambda: self.uth("history"),
            "replay": lambda: self.uth("replay", round_),
            "report": lambda: self.uth("report", "day", "--table", table, "--day", DAY),
            "meter": lambda: self.uth("meter", "list"),
            "journal": lambda: self.uth("meter", "journal", "1"),
            "table": lambda: self.uth("table", "list"),
            "log": lambda: self.uth("user", "log"),
            "backup": self.backup,
            "serve": self.serve,
        }

    def change(self, change, round_="1:1", **refused):
        """Links are made anew over the change. Every way to read goes well or refuses; those named here refuse,
        and say what is given. @ stands for the record that was changed."""
        store = Store(self.path, UTH)
        position = change(store)
        store.link_anew()
        store.close()
        for name, way in self.everything(round_).items():
            if name in ("report", "selfcheck") and name not in refused:
                continue  # one that comes out works the edges out exactly, the other does all the rest again
            with self.subTest(name):
                said = way()
                if name in refused:
                    self.assertRegex(said or "nothing", refused[name].replace("@", rf"record {position} \(table"))

    # ---- exact changes

    def test_nothing_is_changed_and_the_links_made_anew_are_the_ones_that_were(self):
        store = Store(self.path, UTH)
        before = store.dump()
        store.link_anew()
        self.assertEqual(store.dump(), before)
        store.close()
        for name, way in self.everything("1:1").items():
            self.assertIsNone(way(), name)

    def test_an_event_that_cannot_come_there(self):
        self.change(
            lambda store: store.change_event(1, 1, stored.TURNED, kind=stored.SHOWDOWN, dealer_up=1),
            replay=r"round 1 at table 1: its event \d+ does not follow",
            report=r"round 1 at table 1: an event \(.*\) does not follow",
            verify="@",
            selfcheck="@",
        )

    def test_a_stake_beyond_what_we_account_for(self):
        self.change(
            lambda store: store.change_event(1, 1, stored.WAGERED, stakes=[2**53] + 6 * [0]),
            replay="round 1 at table 1",
            report="round 1 at table 1",
            verify="@",
        )

    def test_a_result_the_rules_do_not_give(self):
        self.change(
            lambda store: store.change_event(1, 1, stored.SETTLED, net=2**40, last=True),
            replay=r"by the rules event \d+",
        )

    def test_a_decision_of_the_system_that_nobody_was_asked_for(self):
        def repeat(store):
            for position, body in store.bodies():
                for event, after in zip(body.events, body.events[1:]):
                    both = event["kind"] == after["kind"] == stored.DECIDED
                    if body.table == 1 and both and not event["multiple"]:
                        event["by_system"] = 1
                        after.update(event)
                        store.put(position, body.data())
                        self.round = f"1:{body.round}"
                        return position
            self.fail("no two checks in one record")

        store = Store(self.path, UTH)
        repeat(store)
        store.link_anew()
        store.close()
        self.assertRegex(self.uth("replay", self.round) or "nothing", r"round \d+ at table 1")

    def test_a_posting_of_no_kind(self):
        self.change(
            lambda store: store.change_posting(1, stored.FEE, reason=99),
            verify=r"@ 1, sequence \d+\): it contains an event, posting or entry of an unknown kind",
            **{name: "@ 1, " for name in ("replay", "serve", "meter", "table", "journal", "history")},
        )

    def test_a_bank_in_the_open_round_that_the_rules_do_not_take(self):
        self.change(
            lambda store: store.change_event(2, ROUNDS + 1, stored.OPENED, bank_wager=1, last=True),
            serve=r"by the rules event 1 \(",
            table=r"by the rules event 1 \(",
        )

    def test_an_entry_of_the_journal_that_does_not_follow(self):
        self.change(
            lambda store: store.change_entry(stored.JOURNAL, lambda parts: parts[0]["before"].update({"amount": 4711})),
            **{name: r"entry \d+ of the journal of meter 1 does not follow" for name in ("serve", "meter", "table")},
            verify="@",
        )

    def test_a_meter_whose_key_is_turned_at_no_spot(self):
        def freeze(parts):
            station = parts[0]["stations"][0]
            station["state"], station["spot"] = 4, 0
            parts[0]["frozen_at"] = station["table"]

        self.change(
            lambda store: store.change_entry(stored.METER, freeze),
            **{name: "the stored meter 1 is invalid" for name in ("serve", "meter", "table")},
            verify="@",
        )

    def test_a_snapshot_in_another_phase(self):
        self.setUp(ROUNDS_LONG)
        self.change(
            lambda store: store.change_entry(stored.SNAPSHOT, lambda parts: parts[0]["round"].update(phase=3)),
            **{name: r"the snapshot of table \d" for name in ("serve", "meter", "table")},
            verify="@.*its snapshot differs from the table as it was played",
        )

    def test_a_snapshot_with_more_chips(self):
        self.setUp(ROUNDS_LONG)
        self.change(
            lambda store: store.change_entry(stored.SNAPSHOT, lambda parts: parts[0]["seats"][0].update({"chips": 10**9})),
            verify="@.*its snapshot differs from the table as it was played",
            **{name: r"table \d, seat 1: chips: \$9,999,\d+.\d+ at the table but \$[\d,.]+ in the ledger"
               for name in ("serve", "meter", "table")},
        )  # fmt: skip

    def test_books_with_another_amount_than_the_table(self):
        """The row of the account is changed, and the table is right: they disagree all the same"""
        self.setUp(ROUNDS_LONG)
        store = Store(self.path, UTH)
        for kind, name in ((2, "chips"), (3, "wagers"), (5, "bank")):
            # In the open round of table 2 there is a bank, and no wager yet.
            ((owner, seat, balance),) = store.rows(
                "SELECT owner, seat, balance FROM uth_account"
                " WHERE kind = ? AND table_id = 2 AND balance >= ? ORDER BY seat LIMIT 1", kind, kind != 3
            )  # fmt: skip
            put = "UPDATE uth_account SET balance = ? WHERE owner = ? AND kind = ? AND table_id = 2 AND seat = ?"
            with self.subTest(name):
                store.rows(put, balance + 1, owner, kind, seat)
                store.database.commit()
                for way in (self.serve, lambda: self.uth("table", "list")):
                    self.assertRegex(way() or "nothing", rf"table 2, seat {seat}: {name}: ")
                store.rows(put, balance, owner, kind, seat)
                store.database.commit()
        store.close()
        self.assertIsNone(self.serve())

    def test_chips_that_are_somebody_elses_in_the_books(self):
        """Also with the balances made to fit: the one who sits there has none"""
        def give(store):
            owner, seat = store.rows("SELECT owner, seat FROM uth_account WHERE kind = 2 AND table_id = 1"
                                     " AND balance > 0 AND owner < 1000 ORDER BY seat LIMIT 1")[0]  # fmt: skip
            first = None
            for position, body in store.bodies():
                for posting in body.postings:
                    for side in ("debit", "credit"):
                        held = [posting[f"{side}_{what}"] for what in ("owner", "table", "seat", "kind")]
                        if held == [owner, 1, seat, 2]:
                            posting[f"{side}_owner"] = 4711
                            first = first or position
                store.put(position, body.data())
            store.rows("UPDATE uth_account SET owner = 4711 WHERE kind = 2 AND table_id = 1 AND owner = ?"
                       " AND seat = ?", owner, seat)  # fmt: skip
            store.rows("INSERT INTO uth_played SELECT 4711, time_ms, table_id, round FROM uth_played"
                       " WHERE player = ? AND table_id = 1", owner)  # fmt: skip
            return first

        self.change(
            give,
            **{name: r"table 1, seat \d: chips: somebody else's in the ledger" for name in ("serve", "table")},
            verify=".",
        )

    def test_a_meter_that_shows_more(self):
        self.change(
            lambda store: store.rows("UPDATE uth_account SET balance = balance + 1 WHERE kind = 7") and None,
            **{name: r"meter 1 says \d+ cents, its account holds \d+;" for name in ("serve", "meter", "table")},
            verify="account meter of owner 1",
        )

    def test_a_posting_of_another_amount(self):
        self.change(
            lambda store: store.change_posting(1, stored.FEE, amount=7),
            **{name: r"table 1, seat \d: chips: " for name in ("serve", "meter", "table")},
            replay="round 1 at table 1 does not hold: its postings and its settlement give different results",
            verify="account (chips|drop) of owner .*: its balance is not the sum of its postings",
        )

    # ---- by chance

    def judge_change(self, what, changed, anew):
        """It is found, unless nothing was changed, or only what could have been stored so."""
        refused = self.uth("audit", "verify")
        if not changed:
            self.assertIsNone(refused, what)
            return
        if refused is None and anew and BY_RULES.search(what):
            refused = self.uth("replay", self.round)
            refused = self.serve() if "still open" in (refused or "") else refused
        if not (anew and COULD_BE.search(what)):
            self.assertIsNotNone(refused, f"nobody noticed: {what}")

    def test_the_judge_notices_what_is_not_found_and_what_is_found_wrongly(self):
        """A store nobody changed, said to be changed; one that was, said not to be; and one that fell over"""
        for anew in (False, True):
            for what in ("record 1: event, field seat", "record 1: posting, field amount"):
                with self.assertRaises(self.failureException):
                    self.judge_change(what, True, anew)
        for status, said in ((-6, ""), (134, "check failed"), (1, ""), (0, "runtime error: index 9"), (2, "usage: uth")):
            with self.assertRaises(self.failureException):
                self.judge(("table", "list"), status, said)
        store = Store(self.path, UTH)
        store.change_posting(1, stored.LOST_BANK, amount=1)
        store.close()
        with self.assertRaises(self.failureException):
            self.judge_change("nothing", False, False)
        self.judge_change("a posting", True, False)

    def test_changed_anywhere_it_is_told_or_refused(self):
        print(f"# SEED={SEED}", flush=True)
        for turn in range(COUNT):
            rng = random.Random(SEED + turn)
            self.setUp(ROUNDS_LONG if turn % 6 == 5 else ROUNDS)
            store = Store(self.path, UTH)
            before = store.dump()
            what = rng.choice(CHANGES)(store, rng)
            anew = rng.random() < 0.7
            if anew:
                store.link_anew()
            changed = store.dump() != before
            self.round = store.round
            store.close()
            with self.subTest(f"SEED={SEED + turn}, {'linked anew, ' if anew else ''}{what}"):
                self.judge_change(what, changed, anew)
            ways = self.everything(store.round)
            if COUNT < 100:  # a report that comes out takes a second, a round by round look at all the rest
                del ways["report"]
                ways = {name: ways[name] for name in rng.sample(sorted(ways), 4)}
            for name, way in ways.items():
                with self.subTest(f"SEED={SEED + turn} {name}, {'linked anew, ' if anew else ''}{what}"):
                    way()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
