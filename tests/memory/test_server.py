"""The server with an allocation that fails: while it starts it says so and ends; while it runs it
refuses what it has no memory for, and goes on. What was stored is whole, and the next start finds it."""
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import time

import starved
from cardroom import Closed, Person, Room, RoomTest, main, table

TABLES = table("Rainier", "washington", meter="yes", house_players=2)


class Starved(Room):
    """A room whose server lacks memory once; `start` is true when it opened all the same."""

    number, on, report = 0, False, None

    def start(self):
        self.process = subprocess.Popen(
            [starved.STARVED, "serve", "--config", self.config], stdout=subprocess.PIPE, text=True,
            stderr=open(os.path.join(self.directory, "log"), "ab"),
            env=starved.environment(self.number, self.on, self.report))
        self.port = 0
        for line in self.process.stdout:
            if "password" in line:
                self.password = line.split()[-1]
            found = re.match(r"Table open at https?://localhost:(\d+)$", line)
            if found:
                self.port = int(found.group(1))
                self.host = f"127.0.0.1:{self.port}"
                return


def evening(room):
    """A guest comes, plays a hand and goes. Whatever is refused or closed is refused or closed."""
    try:
        player = Person(room).guest().connect()
        player.watch(1)
        player.command("sit", 1, seat=7, amount=50000)
        end = time.monotonic() + 1
        while time.monotonic() < end:
            view = player.views[1]
            if view["you"] and view["you"]["options"]["wager"] and not view["you"]["ready"]:
                player.command("wager", 1, stakes={"ante": 500, "blind": 500}, ready=True)
            elif view["you"] and view["you"]["options"]["decisions"]:
                player.command("decide", 1, action=view["you"]["options"]["decisions"][0])
                break
            player.read()
        player.ask("GET", "/api/rounds")
        player.ask("GET", "/metrics")
        player.close()
    except (AssertionError, Closed, OSError, KeyError, IndexError, ValueError, TypeError):
        pass


class Server(RoomTest):
    def one(self, number, on):
        """One evening with allocation `number` failing: what is wrong, or None."""
        Starved.number, Starved.on = number, on
        room = Starved(TABLES, selfcheck_hour=24)
        try:
            if room.port:
                evening(room)
                room.process.send_signal(signal.SIGTERM)
            status = room.process.wait(timeout=60)
            room.process.stdout.close()
            log = room.log()
            if status < 0 or "Sanitizer" in log or "runtime error" in log:
                return f"status {status}: {log[-1500:]}"
            if status != 0 and "memory" not in log:
                return f"status {status} and not a word of memory: {log[-300:]}"
            return self.aftermath(room, status)
        finally:
            room.remove()

    def aftermath(self, room, status):
        """The store is whole, and a server with memory goes on from it."""
        if not pathlib.Path(room.directory, "uth.db").exists():
            return None
        url = f"sqlite:{room.directory}/uth.db"
        checked = room.uth("audit", "verify", "--store", url)
        if checked.returncode != 0 and "schema is version 0" not in checked.stderr:
            return f"after {status}: {checked.stderr}"
        Starved.number = 0
        room.start()
        if not room.port:
            return f"the next start fails: {room.log()[-300:]}"
        room.process.send_signal(signal.SIGTERM)
        return None if room.process.wait(timeout=60) == 0 else "the next start does not end well"

    def test_a_store_that_is_not_whole_is_noticed(self):
        """The check can fail: a balance that is no sum, and a key with which no server starts"""
        Starved.number, Starved.on = 0, False
        room = Starved(TABLES, selfcheck_hour=24)
        self.addCleanup(room.remove)
        self.assertEqual(room.stop(), 0)
        self.assertIsNone(self.aftermath(room, 0))
        key = pathlib.Path(room.directory, "uth.key")
        kept = key.read_text()
        key.write_text("no key\n")
        self.assertIn("the next start fails", self.aftermath(room, 0))
        key.write_text(kept)
        with sqlite3.connect(f"{room.directory}/uth.db") as database:
            database.execute("UPDATE uth_account SET balance = balance + 1 WHERE kind = 9")
        database.close()
        self.assertIn("balance", self.aftermath(room, 0))

    def test_every_allocation_of_an_evening(self):
        """Start, guest, hand and end, with each allocation failing once, and with all behind it"""
        Starved.number, Starved.on = 0, False
        report = os.path.join("/tmp", f"uth-starved-{os.getpid()}")
        Starved.report = report
        room = Starved(TABLES, selfcheck_hour=24)
        evening(room)
        self.assertEqual(room.stop(), 0)
        total = int(pathlib.Path(report).read_text())
        os.unlink(report)
        Starved.report = None
        room.remove()
        wanted = 200 if starved.WHOLE else 6 if starved.is_sanitized() else 14
        step = max(1, total // wanted)
        faults, tried = [], 0
        for number in range(1, total, step):
            fault = self.one(number, on=tried % 4 == 3)
            tried += 1
            if fault:
                faults.append(f"at {number}: {fault}")
        print(f"# tried: {tried} evenings, of {total} allocations every {step}th fails", flush=True)
        self.assertEqual(faults[:5], [])


if __name__ == "__main__":
    main()
