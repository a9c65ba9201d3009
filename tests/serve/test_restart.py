"""Pull the plug: the server killed with SIGKILL comes back with the same seats, wagers, cards and
timers, and the round ends as it would have."""
import random
import sqlite3
import subprocess
import time

from cardroom import Closed, Crew, Person, RoomTest, UTH, main, seed, table

SLOW = {"betting_ms": 60000, "decision_ms": 60000, "offer_ms": 60000, "result_ms": 60000}
QUICK = {"betting_ms": 120, "decision_ms": 120, "offer_ms": 120, "result_ms": 20, "house_ms": 2,
         "absent_rounds": 200}


def stored(view):
    """All of a view that is the table's and not the moment's."""
    return {key: value for key, value in view.items() if key != "server_ms"}


class Restart(RoomTest):
    def again(self, room, people):
        """Kills the server, starts it, and brings everybody back."""
        room.kill()
        room.start()
        for person in people:
            person.views.clear()
            person.connect()
            person.watch(1)

    def prove_books(self, room):
        """Every record fits, the books balance, every round deals and settles as recorded."""
        store = f"sqlite:{room.directory}/uth.db"
        for what in ("verify", "balance"):
            done = room.uth("audit", what, "--store", store)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def assert_same(self, player, view):
        self.assertEqual(stored(player.views[1]), stored(view))

    def assert_counted_once(self, player, before, count):
        """So many times 1000 have left the wallet, and are on the table."""
        self.assertEqual(player.get("/api/me")["wallet"], before - 1000 * count)
        self.assertEqual(player.until(1, lambda v: v["you"]["chips"] >= 10000 + 1000 * count)["you"]["chips"],
                         10000 + 1000 * count)

    def test_what_is_not_as_it_was_is_noticed(self):
        """The check can fail: somebody acts meanwhile, a command comes twice under two numbers, a cent is gone"""
        room = self.room(table("Rainier", "washington", **SLOW))
        player, other = self.guest(room), self.guest(room)
        player.sit(1, 2, 10000)
        view = player.until(1, lambda v: v["state"] == "betting")
        self.again(room, [player, other])
        self.assert_same(player, view)
        other.sit(1, 5, 70000)
        player.until(1, lambda v: v["seats"][4]["player"])
        with self.assertRaisesRegex(AssertionError, "70000"):
            self.assert_same(player, view)
        before = player.get("/api/me")["wallet"]
        for _ in range(2):
            self.assertTrue(player.command("buy_in", 1, amount=1000)["ok"])
        with self.assertRaises(AssertionError):
            self.assert_counted_once(player, before, 1)
        self.assert_counted_once(player, before, 2)
        self.assertEqual(room.stop(), 0)
        self.prove_books(room)
        with sqlite3.connect(f"{room.directory}/uth.db") as database:
            database.execute("UPDATE uth_account SET balance = balance - 1 WHERE kind = 1")
        database.close()
        with self.assertRaisesRegex(AssertionError, "wallet"):
            self.prove_books(room)

    def test_every_phase_survives(self):
        """The same seats, wagers, cards and timers, phase by phase, byte for byte in the view"""
        room = self.room(table("Rainier", "washington", meter="yes", **SLOW))
        player, other = self.guest(room), self.guest(room)
        player.sit(1, 2, 100000)
        other.sit(1, 5, 70000)
        seen = []

        def check():
            view = player.until(1, lambda v: v["version"] >= max(
                p.views[1]["version"] for p in (player, other)))
            seen.append(view["phase"])
            self.again(room, [player, other])
            self.assert_same(player, view)

        player.until(1, lambda v: v["state"] == "betting")
        check()
        player.do("wager", 1, stakes={"ante": 500, "blind": 500, "trips": 300, "progressive": 100},
                  ready=False, part_commitment=player.commit(1))
        player.until(1, lambda v: v["seats"][1]["stakes"])
        check()
        commitment = player.views[1]["commitment"]
        player.do("wager", 1, stakes={"ante": 500, "blind": 500, "trips": 300, "progressive": 100},
                  ready=True, part_commitment=player.commit(1))
        other.do("wager", 1, stakes={"ante": 1000, "blind": 1000}, ready=True)
        for phase in ("preflop", "flop", "river"):
            for person in (player, other):
                person.until(1, lambda v: v["phase"] == phase)
            check()
            player.do("decide", 1, action="fold" if phase == "river" else "check")
            player.until(1, lambda v: not v["seats"][1]["awaited"])
            check()
            other.until(1, lambda v: v["you"]["options"]["decisions"])
            other.do("decide", 1, action="1x" if phase == "river" else "check")
        player.until(1, lambda v: v["phase"] in ("settled", "over"))
        check()
        self.assertEqual(set(seen), {"betting", "preflop", "flop", "river", "settled"})
        self.assertEqual(player.views[1]["commitment"], commitment)
        self.prove_books(room)

    def test_a_command_sent_again_after_the_plug_was_pulled_counts_once(self):
        """What was not answered is sent again: carried out once, whether it was stored or not"""
        rng = seed()
        room = self.room(table("Rainier", "washington", **SLOW))
        player = self.guest(room)
        player.sit(1, 1, 10000)
        before = player.get("/api/me")["wallet"]
        for count in range(1, 9):
            identifier = time.time_ns() // 1000000 + count
            player.say(type="buy_in", table=1, id=identifier, amount=1000)
            time.sleep(rng.random() * 0.004)
            self.again(room, [player])
            answer = player.command("buy_in", 1, id=identifier, amount=1000)
            self.assertTrue(answer["ok"], answer)
            self.assert_counted_once(player, before, count)
            self.assertTrue(player.command("buy_in", 1, id=identifier, amount=1000)["repeated"])

    def test_staff_commands_count_once_too(self):
        """A fill repeated after a restart moves no second chip"""
        room = self.room(table("Rainier", "washington", **SLOW))
        manager = self.manager(room)
        manager.watch(1)
        identifier = 77
        manager.do("fill", 1, id=identifier, amount=50000)
        self.assertTrue(manager.command("fill", 1, id=identifier, amount=50000)["repeated"])
        self.again(room, [manager])
        self.assertTrue(manager.command("fill", 1, id=identifier, amount=50000)["repeated"])
        self.assertEqual(manager.get("/api/pit")["tables"][0]["tray"], 50000)

    def test_killed_at_any_moment(self):
        """Twelve times in the middle of fast rounds with three people and automatic players"""
        rng = seed()
        for profile in ("washington", "california-6"):
            # A royal flush on the flop would else wait for a supervisor, who is not here.
            room = self.room(table("Table", profile, company=2, meter="yes",
                                   confirm_up_to=100000000, **QUICK))
            people = [self.guest(room) for _ in range(3)]
            for count, person in enumerate(people):
                free = next(s["seat"] for s in person.watch(1)["seats"] if s["player"] is None)
                person.sit(1, free, 200000)
            last = 0
            for _ in range(6):
                crew = Crew(people, 1, rng)
                end = time.monotonic() + 0.2 + rng.random()
                last = max(last, crew.run(lambda p, v: time.monotonic() > end)["version"])
                self.again(room, people)
                view = people[0].views[1]
                self.assertGreaterEqual(view["version"], last)
                sitting = [s["player"]["id"] for s in view["seats"] if s["player"]]
                for person in people:
                    self.assertIn(person.id, sitting)
            crew = Crew(people, 1, rng)
            view = people[0].views[1]
            crew.run(lambda p, v: v["round"] > view["round"] + 2)
            self.assertEqual(room.stop(), 0)
            self.prove_books(room)
            rounds = subprocess.run([UTH, "replay", "--store", f"sqlite:{room.directory}/uth.db",
                                     "1:1"], capture_output=True, text=True)
            self.assertEqual(rounds.returncode, 0, rounds.stderr)

    def test_an_orderly_end_says_goodbye_and_exits_0(self):
        """SIGTERM: bye, 1001, status 0; the next start goes on where it was"""
        room = self.room(table("Rainier", "washington", **SLOW))
        player = self.guest(room)
        view = player.sit(1, 1, 10000)
        room.process.terminate()
        self.assertEqual(player.next("bye")["reason"], "the server is stopping; come back")
        with self.assertRaises(Closed) as closed:
            while True:
                player.read()
        self.assertEqual(closed.exception.args[0], 1001)
        player.close()
        self.assertEqual(room.stop(), 0)
        room.start()
        player.connect()
        player.views.clear()
        self.assertEqual(player.watch(1)["seats"][0]["chips"], 10000)
        self.assertEqual(view["table"], 1)


if __name__ == "__main__":
    main()
