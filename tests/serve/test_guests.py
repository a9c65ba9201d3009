"""Guests who come and never play: they are limited, they go again with their wallets, and the books stay whole."""
import json
import os
import pathlib
import sqlite3
import time

from cardroom import From, Person, RoomTest, ask, main, set_clock, table

AHEAD = os.environ["UTH_AHEAD"]
MINUTE_MS = 60000
CALM = {"betting_ms": 2000, "decision_ms": 2000, "result_ms": 50}


class Guests(RoomTest):
    def figures(self, room):
        lines = ask(room, "GET", "/metrics").body.decode().splitlines()
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}

    def later(self, room, minutes):
        """So many minutes pass for the server."""
        self.minutes = getattr(self, "minutes", 0) + minutes
        set_clock(pathlib.Path(room.directory, "offset"), self.minutes * MINUTE_MS)

    def until(self, room, name, wanted):
        end = time.monotonic() + 60
        while self.figures(room)[name] != wanted:
            self.assertLess(time.monotonic(), end, (name, self.figures(room)[name], wanted))
            time.sleep(0.1)

    def clocked(self, **keys):
        """A room whose clock is ours."""
        room = self.room(table("Rainier", "washington", **CALM), **keys)
        room.stop()
        offset = pathlib.Path(room.directory, "offset")
        set_clock(offset, 0)
        room.environment = {**os.environ, "LD_PRELOAD": AHEAD, "UTH_AHEAD_FILE": str(offset),
                            "ASAN_OPTIONS": "verify_asan_link_order=0"}
        room.start()
        return room

    def cage(self, room):
        """What the cage and all wallets hold, by the store's own accounts."""
        with sqlite3.connect(f"file:{room.directory}/uth.db?mode=ro", uri=True) as database:
            sums = dict(database.execute("SELECT kind, sum(balance) FROM uth_account GROUP BY kind"))
        database.close()
        return sums

    def test_guests_who_never_played_go_and_the_books_stay_whole(self):
        """Removed with their wallets after their time; who plays, is connected or has registered stays"""
        room = self.clocked(guest_minutes=5, guest_money=50000)
        before = self.cage(room)
        idle = [Person(room).guest() for _ in range(40)]
        connected = self.guest(room)
        player = self.guest(room)
        player.sit(1, 1, 20000)
        player.until(1, lambda view: view["you"]["options"]["wager"])
        player.do("wager", 1, stakes={"ante": 500, "blind": 500}, ready=True)
        player.until(1, lambda view: view["phase"] not in ("idle", "betting"))
        player.close()
        sat = self.guest(room)  # bought chips and left without a wager
        sat.sit(1, 2, 20000)
        sat.do("stand", 1)
        sat.close()
        member = Person(room).guest()
        member.take_session(member.ask("POST", "/api/register", {"name": "Ada", "password": "a long password"}))
        left = Person(room).guest()
        left.post("/api/logout")
        self.until(room, "uth_guests_idle", 42.0)  # the one who left is gone at the next look
        self.later(room, 6)
        self.until(room, "uth_guests_idle", 1.0)
        for guest in idle + [sat, left]:
            me = json.loads(guest.ask("GET", "/api/me").body)
            self.assertIsNone(me["role"])
        for person in (connected, player, member):
            self.assertIsNotNone(json.loads(person.ask("GET", "/api/me").body)["role"], person.me)
        self.assertEqual(self.figures(room)["uth_guests_removed_total"], 42.0)
        newest = Person(room).guest()
        self.assertGreater(newest.id, left.id)  # no number is given twice
        known = self.figures(room)["uth_people"]
        room.kill()
        room.start()
        self.assertEqual(self.figures(room)["uth_people"], known)
        self.assertEqual(self.figures(room)["uth_guests_idle"], 2.0)
        self.assertIsNotNone(json.loads(player.ask("GET", "/api/me").body)["role"])
        after = Person(room).guest()
        self.assertEqual(after.id, newest.id + 1)
        self.assertEqual(room.stop(), 0)
        store = f"sqlite:{room.directory}/uth.db"
        for command in (("audit", "verify", "--store", store), ("user", "list", "--store", store)):
            done = room.uth(*command)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn(f"Guest {idle[0].id}\n", done.stdout)
        self.assertIn("Ada", done.stdout)
        # Nothing was made or lost: 50,000 for each who stays are out, the rest is back in the cage.
        sums = self.cage(room)
        self.assertEqual(sum(sums.values()), sum(before.values()))

    def test_an_address_has_its_share_of_new_guests(self):
        """429 with how long to wait; another address is not held up; a page of a guest asks again for nothing"""
        room = self.clocked(guests_per_address=3)
        guests = [Person(room).guest() for _ in range(3)]
        refused = Person(room).ask("POST", "/api/guest")
        self.assertEqual(refused.status, 429)
        self.assertIn(int(refused.headers["retry-after"]), range(1, 61))
        self.assertIn("Too many new guests from your address. Try again in", refused.body.decode())
        self.assertEqual(guests[0].ask("POST", "/api/guest").status, 200)
        other = Person(room)
        other.room = From(room, "127.0.0.9")
        other.guest()
        self.later(room, 1)
        Person(room).guest()
        self.assertEqual(Person(room).ask("POST", "/api/guest").status, 429)

    def test_a_crowd_of_guests_makes_room_for_itself(self):
        """From three quarters on, those without a connection last a minute; a full house says when"""
        room = self.clocked(guests=8, guest_minutes=600)
        held = [self.guest(room) for _ in range(2)]
        for _ in range(6):
            Person(room).guest()
        refused = Person(room).ask("POST", "/api/guest")
        self.assertEqual(refused.status, 429)
        self.assertIn("Too many new guests right now. Try again in", refused.body.decode())
        self.later(room, 2)
        self.until(room, "uth_guests_idle", 2.0)
        Person(room).guest()
        for guest in held:
            self.assertEqual(guest.get("/api/me")["role"], "guest")

    def test_what_people_change_about_themselves_has_a_pace(self):
        """It is stored for good, so an address has its share; staff are not held up"""
        room = self.room(table("Rainier", "washington", **CALM), guest_money=1000)
        guest = Person(room).guest()
        statuses = [guest.ask("POST", "/api/me/limits", {"loss": 1000 + i}).status for i in range(260)]
        self.assertEqual(statuses[:200], 200 * [200])
        self.assertIn(429, statuses)
        manager = self.manager(room)
        manager.post("/api/users", {"name": "Dan", "role": "dealer", "password": "a long password"})


if __name__ == "__main__":
    main()
