"""A store as one file and back: while it is played, from one kind to the other, and when files,
disks and processes break.

usage: test_backup.py UTH FILL_ROOM"""
import fcntl
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import termios
import threading
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
FILL = os.path.abspath(sys.argv.pop(2))
for name in ("cli", "serve", "net", "support"):
    sys.path.insert(0, str(HERE.parent / name))
from cardroom import Crew, Person, Room, table  # noqa: E402
from client import ask  # noqa: E402
from postgres import Postgres, programs  # noqa: E402
from program import UTH, ProgramTest, main, uth  # noqa: E402

SEED = int(os.environ.get("SEED") or random.SystemRandom().randrange(1 << 32))
print(f"# SEED={SEED}")


def die_when_full(limit):
    """No file may outgrow the limit; whoever writes on is killed by the system."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


def full_disk(limit):
    def set_up():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return set_up


class Backup(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.filled = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.filled.cleanup)
        cls.original = pathlib.Path(cls.filled.name, "uth.db")
        done = subprocess.run(
            [FILL, f"sqlite:{cls.original}", f"{cls.original}.seal", "30", "1"], capture_output=True)
        assert done.returncode == 0, done.stderr
        run = uth("audit", "sign", "--store", f"sqlite:{cls.original}")
        assert run.status == 0, run.err
        cls.saved = pathlib.Path(cls.filled.name, "saved")
        run = uth("backup", "-q", "--store", f"sqlite:{cls.original}", "--with-keys", str(cls.saved))
        assert run.status == 0, run.err

    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.at = pathlib.Path(self.place.name)

    def names(self):
        return sorted(os.listdir(self.at))

    def last_link(self, url):
        run = uth("audit", "verify", "--store", url)
        self.assert_done(run)
        return run.out.decode().split()[-1]

    def restore(self, file, url, *options, **how):
        return uth("restore", "--store", url, *options, str(file), **how)

    # ---- what it is for

    def test_a_restored_store_is_the_saved_one(self):
        self.assert_done(self.restore(self.saved, f"sqlite:{self.at}/new.db"))
        self.assertEqual(self.names(), ["new.db", "new.db.key", "new.db.seal"])
        for name in self.names():
            self.assertEqual((self.at / name).stat().st_mode & 0o777, 0o600)
        self.assertEqual(self.last_link(f"sqlite:{self.at}/new.db"),
                         self.last_link(f"sqlite:{self.original}"))  # fmt: skip
        again = self.at / "again"
        run = uth("backup", "--json", "-q", "--store", f"sqlite:{self.at}/new.db", "--with-keys",
                  str(again))  # fmt: skip
        self.assert_done(run)
        self.assertEqual(again.read_bytes(), self.saved.read_bytes())
        told = json.loads(run.out)
        self.assertEqual((told["keys"], told["bytes"]), (["seal", "sign"], again.stat().st_size))
        self.assertEqual(told["signed_days"], 2)

    def test_every_table_of_the_database_is_the_same(self):
        self.assert_done(self.restore(self.saved, f"sqlite:{self.at}/new.db"))
        one, two = (sqlite3.connect(path) for path in (self.original, self.at / "new.db"))
        tables = [row[0] for row in one.execute("SELECT name FROM sqlite_schema WHERE type='table'")]
        self.assertIn("uth_batch", tables)
        for name in tables:
            with self.subTest(name):
                rows = [sorted(db.execute(f"SELECT * FROM {name}")) for db in (one, two)]
                if name == "uth_verified":  # says what was verified there, not here
                    rows[0] = []
                self.assertEqual(rows[0], rows[1])
        one.close()
        two.close()

    def test_through_a_pipe(self):
        save = subprocess.Popen(
            [UTH, "backup", "-q", "--store", f"sqlite:{self.original}", "-"], stdout=subprocess.PIPE)
        run = subprocess.run([UTH, "restore", "--store", f"sqlite:{self.at}/new.db", "-"],
                             stdin=save.stdout, capture_output=True)  # fmt: skip
        save.stdout.close()
        self.assertEqual((save.wait(), run.returncode), (0, 0), run.stderr)
        self.assertIn(b"before the first start", run.stderr)
        self.last_link(f"sqlite:{self.at}/new.db")

    def test_a_check_reads_the_whole_file_and_writes_nothing(self):
        run = uth("restore", "--check", str(self.saved), cwd=self.at)
        self.assert_done(run)
        self.assertIn(self.last_link(f"sqlite:{self.original}"), run.out.decode())
        self.assertEqual(self.names(), [])

    # ---- while it is played

    def test_a_cardroom_is_saved_while_it_is_played(self):
        """Each copy is whole, is the original up to its last record, and opens as a cardroom"""
        quick = {"betting_ms": 100, "decision_ms": 100, "result_ms": 20, "house_ms": 2}
        room = Room(table("Rainier", "washington", meter="yes", house_players=0, **quick))
        play = Crew([Person(room).guest().connect() for _ in range(2)], 1, random.Random(SEED))
        for seat, person in enumerate(play.people):
            person.sit(1, seat + 1, 500000)
        over = threading.Event()
        player = threading.Thread(target=play.run, args=(lambda who, view: over.is_set(),))
        player.start()
        try:
            positions = []
            for i in range(5):
                time.sleep(0.6)
                if i == 4:
                    self.wait_for_batches(room, positions[0] + 101)
                run = uth("backup", "--json", "--with-keys", "--store",
                          f"sqlite:{room.directory}/uth.db", "--key", f"{room.directory}/uth.key",
                          f"{self.at}/{i}")  # fmt: skip
                self.assertEqual(run.status, 0, run.err)
                positions.append(json.loads(run.out)["batches"])
            self.assertGreater(positions[-1], positions[0] + 100)
            export = uth("audit", "export", "--store", f"sqlite:{room.directory}/uth.db").out.splitlines()
            links = {line.get("position"): line.get("hash") for line in map(json.loads, export)}
            for i, position in enumerate(positions):
                self.assert_done(self.restore(self.at / str(i), f"sqlite:{self.at}/{i}.db"))
                self.assertEqual(self.last_link(f"sqlite:{self.at}/{i}.db"), links[position])
        finally:
            over.set()
            player.join()
            room.remove()
        self.opens_as_a_cardroom(f"{self.at}/4.db", room.password)

    def wait_for_batches(self, room, wanted, seconds=60):
        end = time.monotonic() + seconds
        last = 0
        while last < wanted:
            self.assertLess(time.monotonic(), end, "it was not played meanwhile")
            time.sleep(0.1)
            with sqlite3.connect(f"{room.directory}/uth.db") as database:
                (last,) = database.execute("SELECT max(position) FROM uth_batch").fetchone()
            database.close()

    def opens_as_a_cardroom(self, path, password):
        copy = Room("", directory=self.place.name, store=f"sqlite:{path}", key_file=f"{path}.seal")
        try:
            self.assertEqual(ask(copy, "GET", "/healthz").body, b"ok\n")
            manager = Person(copy)
            manager.login("manager", password)
            self.assertEqual(manager.me["role"], "manager")
            time.sleep(0.5)
        finally:
            copy.stop()
        self.last_link(f"sqlite:{path}")

    # ---- nothing is replaced

    def test_a_backup_replaces_nothing(self):
        (self.at / "there").write_text("mine")
        run = uth("backup", "--store", f"sqlite:{self.original}", str(self.at / "there"))
        self.assert_refused(run, "File exists")
        self.assertEqual((self.at / "there").read_text(), "mine")
        self.assertEqual(self.names(), ["there"])

    def without_links(self, *arguments, **more):
        environment = {**os.environ, "LD_PRELOAD": os.environ["UTH_NOLINK"], **more,
                       "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0"}  # fmt: skip
        return uth(*arguments, env=environment)

    def test_a_file_system_without_hard_links_will_do(self):
        """vfat, and what is mounted from elsewhere: whole or not there, and nothing is replaced"""
        with tempfile.TemporaryDirectory() as place:
            store, backup = f"sqlite:{self.original}", f"{place}/backup"
            run = self.without_links("backup", "-q", "--store", store, backup)
            self.assert_done(run)
            self.assert_done(uth("restore", "--check", backup))
            self.assert_refused(self.without_links("backup", "--store", store, backup), "File exists")
            run = self.without_links("restore", "-q", "--store", f"sqlite:{place}/new.db", backup)
            self.assert_done(run)
            self.assert_done(uth("audit", "verify", "--store", f"sqlite:{place}/new.db"))
            self.assertEqual({name for name in os.listdir(place) if ".part" in name}, set())

    def test_without_hard_links_who_was_faster_stays(self):
        with tempfile.TemporaryDirectory() as place:
            backup = pathlib.Path(place, "backup")
            run = self.without_links("backup", "-q", "--store", f"sqlite:{self.original}", str(backup),
                                     UTH_NOLINK_MAKES=str(backup))  # fmt: skip
            self.assert_refused(run, "File exists; nothing was saved")
            self.assertEqual((os.listdir(place), backup.read_text()), (["backup"], "theirs"))

    def test_a_restore_replaces_nothing(self):
        for name in ("new.db", "new.db-wal", "new.db-shm", "new.db-journal"):
            with self.subTest(name):
                (self.at / name).write_text("mine")
                run = self.restore(self.saved, f"sqlite:{self.at}/new.db")
                self.assert_refused(run, name, "replaces no file")
                self.assertEqual(self.names(), [name])
                (self.at / name).unlink()

    def test_a_key_that_is_there_and_is_another_is_not_replaced(self):
        (self.at / "new.db.key").write_text("another\n")
        run = self.restore(self.saved, f"sqlite:{self.at}/new.db")
        self.assert_refused(run, "new.db.key", "not the signing key of the backup")
        self.assertEqual(self.names(), ["new.db.key"])
        shutil.copy(f"{self.original}.key", self.at / "new.db.key")
        self.assert_done(self.restore(self.saved, f"sqlite:{self.at}/new.db"))

    # ---- files that are no backup, or not all of one

    def refused(self, content, *parts):
        file = self.at / "broken"
        file.write_bytes(content)
        self.assert_refused(self.restore(file, f"sqlite:{self.at}/new.db"), *parts)
        self.assertEqual(self.names(), ["broken"])
        self.assert_refused(uth("restore", "--check", str(file)), *parts)

    def test_what_is_no_backup_is_refused(self):
        for content in (b"", b"hello\n", self.original.read_bytes(), b"uth backup", bytes(100000)):
            with self.subTest(content[:12]):
                self.refused(content, "not a backup of a store")
        self.refused(b"uth backup 2\n" + bytes(100), "newer")

    def test_a_backup_that_was_cut_off_is_refused(self):
        whole = self.saved.read_bytes()
        chance = random.Random(SEED)
        places = [33, 40, 45, len(whole) - 1, len(whole) - 32, len(whole) - 33, len(whole) - 73]
        for place in places + [chance.randrange(33, len(whole)) for _ in range(25)]:
            with self.subTest(place):
                self.refused(whole[:place], "is incomplete")

    def test_a_backup_in_which_a_byte_was_changed_is_refused(self):
        whole = self.saved.read_bytes()
        chance = random.Random(SEED)
        for place in [16, 32, 36, 44] + [chance.randrange(16, len(whole)) for _ in range(30)]:
            with self.subTest(place):
                changed = bytearray(whole)
                changed[place] ^= 1 << chance.randrange(8)
                self.refused(bytes(changed), "broken")

    def test_what_stands_behind_the_end_is_refused(self):
        self.refused(self.saved.read_bytes() + b"\0", "after the end")

    def test_a_store_that_was_changed_is_not_saved(self):
        path = self.at / "uth.db"
        shutil.copy(self.original, path)
        with sqlite3.connect(path) as db:
            db.execute("UPDATE uth_batch SET checksum = checksum + 1 WHERE position = 77")
        db.close()
        before = self.names()
        run = uth("backup", "--store", f"sqlite:{path}", str(self.at / "saved"))
        self.assert_refused(run, "record 77 fails verification")
        self.assertEqual([name for name in self.names() if "saved" in name], [], before)

    # ---- disks and processes

    def test_a_full_disk_is_said_and_leaves_nothing(self):
        run = uth("backup", "--store", f"sqlite:{self.original}", str(self.at / "saved"),
                  preexec_fn=full_disk(100000))  # fmt: skip
        self.assert_refused(run, "File too large", "nothing was saved")
        self.assertEqual(self.names(), [])
        run = self.restore(self.saved, f"sqlite:{self.at}/new.db", preexec_fn=full_disk(100000))
        self.assert_refused(run, "the disk is full", "nothing was restored")
        self.assertEqual(self.names(), [])
        with open("/dev/full", "wb") as full:
            run = uth("backup", "--store", f"sqlite:{self.original}", "-", stdout=full)
        self.assert_refused(run, "No space left on device")

    @unittest.skipUnless(os.getuid() == 0, "mounting takes root")
    def test_a_small_disk_is_said_and_leaves_nothing(self):
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=128k", "none", self.at])
        if mounted.returncode != 0:
            self.skipTest("no file system can be mounted here")
        try:
            run = uth("backup", "--store", f"sqlite:{self.original}", str(self.at / "saved"))
            self.assert_refused(run, "No space left on device")
            self.assertEqual(self.names(), [])
            run = self.restore(self.saved, f"sqlite:{self.at}/new.db")
            self.assert_refused(run, "nothing was restored")
            self.assertEqual(self.names(), [])
        finally:
            subprocess.run(["umount", self.at], check=True)

    def test_a_backup_that_is_killed_leaves_nothing_that_looks_finished(self):
        for limit in (0, 1, 100, 50000, 200000):
            with self.subTest(limit):
                run = uth("backup", "--store", f"sqlite:{self.original}", str(self.at / "saved"),
                          preexec_fn=die_when_full(limit))  # fmt: skip
                self.assertEqual(run.status, -signal.SIGXFSZ)
                self.assertNotIn("saved", self.names())
        for name in self.names():
            self.assertRegex(name, r"^saved\.part\.")
            self.assertEqual(uth("restore", "--check", str(self.at / name)).status, 1)

    def give_most(self, process):
        """Three quarters of what was saved, until all of it is read."""
        whole, end = self.saved.read_bytes(), time.monotonic() + 60
        process.stdin.write(whole[: len(whole) * 3 // 4])
        process.stdin.flush()
        while fcntl.ioctl(process.stdin, termios.FIONREAD, bytes(4)) != bytes(4):
            self.assertLess(time.monotonic(), end, "it does not read")
            time.sleep(0.01)
        time.sleep(0.1)  # and something is made of it

    def killed_in_the_middle(self, url, number):
        """A restore that has read half of its file, and not more."""
        process = subprocess.Popen([UTH, "restore", "--store", url, "-"], stdin=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
        self.give_most(process)
        process.send_signal(number)
        process.stdin.close()
        return process.wait(timeout=30)

    def test_a_restore_that_is_killed_leaves_nothing_that_looks_finished(self):
        url = f"sqlite:{self.at}/new.db"
        self.assertEqual(self.killed_in_the_middle(url, signal.SIGKILL), -signal.SIGKILL)
        self.assertNotIn("new.db", self.names())
        for name in self.names():
            self.assertRegex(name, r"^new\.db\.(part\.|key$|seal$)")
        self.assert_done(self.restore(self.saved, url))

    def test_a_restore_that_is_interrupted_leaves_nothing(self):
        self.assertEqual(self.killed_in_the_middle(f"sqlite:{self.at}/new.db", signal.SIGINT), 1)
        self.assertEqual(self.names(), [])

    # ---- the command line

    def test_what_is_missing_is_asked_for(self):
        store = ("--store", f"sqlite:{self.original}")
        for arguments, word in (
            (("backup",), "missing --store"), (("backup", *store), "and FILE"),
            (("restore", *store), "or --check FILE"), (("restore", "x"), "missing --store"),
            (("restore", "--check", *store, "x"), "or --check FILE"),
            (("restore", "--store", "memory:", str(self.saved)), "lost at once"),
        ):  # fmt: skip
            with self.subTest(arguments):
                self.assert_usage(uth(*arguments), word)
        self.assert_refused(uth("backup", *store, "--with-keys", "--key", f"{self.at}/none",
                                f"{self.at}/saved"), "none")  # fmt: skip
        self.assertEqual(self.names(), [])
        self.assert_refused(uth("backup", "--store", f"sqlite:{self.at}/none", f"{self.at}/saved"))
        self.assertEqual(self.names(), [])


@unittest.skipUnless(programs(), "PostgreSQL is not installed")
class Server(Backup):
    """The same file on a database server."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = Postgres()
        cls.addClassCleanup(cls.server.stop)

    def batches(self, name):
        return self.server.psql("SELECT count(*) FROM uth_batch", name).stdout.strip()

    def test_what_was_saved_here_is_restored_there_and_back(self):
        url = self.server.database("there")
        keys = ("--key", f"{self.at}/seal", "--sign-key", f"{self.at}/sign")
        self.assert_refused(self.restore(self.saved, url), "the server's key: missing --key FILE")
        self.assertEqual(self.batches("there"), "0")
        self.assert_done(self.restore(self.saved, url, *keys))
        self.assertEqual(self.last_link(url), self.last_link(f"sqlite:{self.original}"))
        run = uth("backup", "-q", "--store", url, "--with-keys", *keys, f"{self.at}/back")
        self.assert_done(run)
        self.assertEqual((self.at / "back").read_bytes(), self.saved.read_bytes())
        self.assert_refused(self.restore(self.saved, url, *keys), "not empty")
        self.last_link(url)

    def test_what_fails_leaves_the_database_empty(self):
        url = self.server.database("broken")
        keys = ("--key", f"{self.at}/seal", "--sign-key", f"{self.at}/sign")
        whole = self.saved.read_bytes()
        for content in (whole[:-1], whole[: len(whole) // 2], whole + b"\0"):
            (self.at / "cut").write_bytes(content)
            self.assert_refused(self.restore(self.at / "cut", url, *keys), "nothing was restored")
            self.assertEqual(self.batches("broken"), "0")
            self.assertEqual(self.names(), ["cut"])
        self.assert_done(self.restore(self.saved, url, *keys))

    def test_a_kill_leaves_the_database_empty(self):
        url = self.server.database("killed")
        keys = ("--key", f"{self.at}/seal", "--sign-key", f"{self.at}/sign")
        process = subprocess.Popen([UTH, "restore", "--store", url, *keys, "-"],
                                   stdin=subprocess.PIPE)  # fmt: skip
        self.give_most(process)
        process.kill()
        process.stdin.close()
        self.assertEqual(process.wait(), -signal.SIGKILL)
        self.assertEqual(self.batches("killed"), "0")
        self.assert_done(self.restore(self.saved, url, *keys))


# What the server's class inherits is run once, above.
for name in [name for name in dir(Backup) if name.startswith("test_")]:
    setattr(Server, name, None)

if __name__ == "__main__":
    main()
