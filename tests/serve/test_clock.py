"""A clock that is set: nobody waits for hours, time never goes back while a server runs, and no record
of a table is older than the one before it."""
import json
import os
import pathlib
import shutil
import tempfile

from cardroom import Person, Room, RoomTest, main, set_clock, table

HOUR_MS = 3600000
QUICK = {"betting_ms": 1000, "decision_ms": 300, "result_ms": 100, "absent_rounds": 200}


class Clock(RoomTest):
    def open(self, hours):
        """A room whose clock is so many hours ahead, and one who sits there."""
        self.times = []
        directory = self.directory()
        self.offset = pathlib.Path(directory, "offset")
        self.set(hours)
        room = Room(table("Rainier", "washington", **QUICK), directory=directory, environment={
            **os.environ, "LD_PRELOAD": os.environ["UTH_AHEAD"], "UTH_AHEAD_FILE": str(self.offset),
            "ASAN_OPTIONS": "verify_asan_link_order=0"})  # fmt: skip
        self.addCleanup(room.remove)
        player = Person(room).guest().connect()
        player.sit(1, 2, 50000)
        return room, player

    def directory(self):
        made = tempfile.mkdtemp(prefix="uth-clock-")
        self.addCleanup(shutil.rmtree, made, ignore_errors=True)
        return made

    def password(self):
        path = pathlib.Path(self.offset.parent, "password")
        path.write_text("a good long one\n")
        path.chmod(0o600)
        return str(path)

    def set(self, hours):
        set_clock(self.offset, hours * HOUR_MS)

    def play(self, player):
        """A round in which the timers do everything but the wager."""
        view = player.until(1, lambda v: v["state"] == "betting" and v["you"]["options"]["wager"])
        player.do("wager", 1, stakes={"ante": 500, "blind": 500}, ready=True)
        over = player.until(1, lambda v: v["round"] > view["round"])
        self.times += [view["server_ms"], over["server_ms"]]

    def time_went_on(self):
        """As this server told it: what it told last need not be stored when the plug is pulled."""
        self.assertEqual(self.times, sorted(self.times))
        self.times.clear()

    def records_are_in_order(self, room, store):
        times = {}
        for line in room.uth("audit", "export", "--store", store).stdout.splitlines():
            batch = json.loads(line)
            if batch["record"] == "batch":
                times.setdefault(batch["table"], []).append(batch["time_ms"])
        self.assertEqual(sorted(times), [0, 1])
        for at in times.values():
            self.assertEqual(at, sorted(at))

    def test_set_back_it_holds_up_nobody(self):
        """By two hours, in the middle of a round and behind a pulled plug, also with somebody added by
        hand meanwhile"""
        room, player = self.open(2)
        store = f"sqlite:{room.directory}/uth.db"
        self.play(player)
        self.set(0)
        self.play(player)
        self.play(player)
        room.kill()
        self.time_went_on()
        added = room.uth("user", "add", "Dee", "--role", "player", "--password-file", self.password(),
                         "--as", "manager", "--reason", "new", "--store", store, "--key", f"{room.directory}/uth.key")
        self.assertEqual(added.returncode, 0, added.stderr)
        room.start()
        player.views.clear()
        player.connect()
        player.watch(1)
        self.play(player)
        self.time_went_on()
        self.assertEqual(room.log().count("the clock was set back by 7"), 2)
        self.assertEqual(room.stop(), 0)
        self.records_are_in_order(room, store)
        self.assertEqual(room.uth("audit", "verify", "--store", store).returncode, 0)

    def test_set_forward_it_ends_what_was_waited_for(self):
        room, player = self.open(0)
        self.play(player)
        self.set(2)
        self.play(player)
        self.play(player)
        self.assertGreater(self.times[-1] - self.times[0], 2 * HOUR_MS)
        self.assertNotIn("set back", room.log())


if __name__ == "__main__":
    main()
