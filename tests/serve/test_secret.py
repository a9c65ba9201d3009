"""Nobody sees a hidden card before its time: every byte sent to every client over a few thousand fast
rounds is kept, and looked through when the cards are known."""
import json
import os
import pathlib
import re
import time

from cardroom import Crew, RoomTest, main, seed, table

FAST = {"betting_ms": 40, "decision_ms": 40, "offer_ms": 30, "result_ms": 1, "house_ms": 1}
CARD = re.compile(r'"([2-9TJQKA][cdhs])"')
ROUNDS = int(os.environ.get("UTH_SECRET_ROUNDS", "200"))  # 1000 in the long suite, of each of two profiles
UP = {"betting": 0, "closed": 0, "preflop": 0, "flop": 3, "river": 5, "showdown": 5, "settled": 5,
      "over": 5, "idle": 0}


class Secret(RoomTest):
    def look_through(self, number, texts, records, own_seat):
        """Every card in a message was the viewer's own, or lay open at that moment."""
        looked = 0
        for text in texts:
            if '"type":"view"' not in text[:20]:
                continue
            view = json.loads(text)
            record = records.get(view["round"]) if view["table"] == number else None
            shown = set(CARD.findall(text))
            if record is None:
                continue
            looked += 1
            community = record["community"].split()
            holes = {p["seat"]: p["cards"].split() for p in record["players"]}
            allowed = set(community[:UP[view["phase"]]])
            mine = own_seat(view)
            if mine in holes and view["phase"] not in ("betting", "closed", "idle"):
                allowed |= set(holes[mine])
            if view["phase"] in ("showdown", "settled", "over"):
                allowed |= set(record["dealer"].split())
            if view["phase"] in ("settled", "over"):
                for player in record["players"]:
                    result = view["seats"][player["seat"] - 1]["result"]
                    won = result and any(w["outcome"] == "win" for w in result["wagers"].values())
                    if player["play"][-1] != "fold" or won:
                        allowed |= set(holes[player["seat"]])
            self.assertLessEqual(shown, allowed, (view["phase"], mine, text))
        return looked

    def secrets_come_late(self, texts, records):
        """No message carries a round's secret while the round is in play."""
        by_secret = {record["fairness"]["secret"]: number for number, record in records.items()}
        hexes = re.compile(r"[0-9a-f]{64}")
        found = 0
        for text in texts:
            if '"type":"view"' not in text[:20]:
                continue
            view = json.loads(text)
            for secret in hexes.findall(text):
                if secret in by_secret:
                    found += 1
                    number = by_secret[secret]
                    over = ("settled", "over", "idle")  # idle: the felt is clean, the next not begun
                    late = view["round"] > number or view["round"] == number and view["phase"] in over
                    self.assertTrue(late, (number, view["round"], view["phase"]))
        return found

    def records_of(self, manager, number, last):
        """The records of all rounds that are over and were not void."""
        records = {}
        for count in range(1, last + 1):
            response = manager.ask("GET", f"/api/rounds/{number}/{count}")
            record = json.loads(response.body) if response.status == 200 else {"void": True}
            if "void" not in record:
                records[count] = record
        return records

    def play(self, profile):
        rng = seed()
        # No stake on the Progressive: a royal flush on the flop, one in 649,740 hands, would stop the table
        # until the pit comes, and this plays thousands.
        room = self.room(table("Table", profile, company=3, meter="yes", house_progressive=0, **FAST))
        manager = self.manager(room)
        dealer = self.staff(room, manager, "dealer")
        people = [self.guest(room) for _ in range(2)]
        watchers = [self.guest(room), dealer, manager]
        everybody = people + watchers
        for person in everybody:
            person.record = []
        for person in people:
            free = next(s["seat"] for s in person.watch(1)["seats"] if s["player"] is None)
            person.sit(1, free, 500000)
        for person in watchers:
            person.watch(1)
            person.say(type="lobby")
        dealer.say(type="watch_pit")
        crew = Crew(everybody, 1, rng)
        crew.run(lambda p, v: v["round"] > ROUNDS, seconds=900)
        records = self.records_of(manager, 1, ROUNDS)
        self.assertGreater(len(records), ROUNDS * 9 // 10)
        looked = 0
        for person in everybody:
            looked += self.look_through(1, person.record, records,
                                        lambda v: v["you"]["seat"] if v["you"] else 0)
            self.secrets_come_late(person.record, records)
        self.assertGreater(sum(self.secrets_come_late(p.record, records) for p in everybody), 100)
        print(f"# {profile}: {len(records)} rounds, {looked} views of {len(everybody)} viewers")
        log = room.log()
        self.assertIsNone(re.search(r"\b[2-9TJQKA][cdhs] [2-9TJQKA][cdhs]\b", log))
        for record in records.values():
            self.assertNotIn(record["fairness"]["secret"], log)
        return room, people, manager

    def test_washington(self):
        """Spectator, seats, dealer and manager at a house-banked table"""
        self.play("washington")

    def test_california(self):
        """The player-dealer sees the dealer's cards no sooner than anybody else"""
        self.play("california-6")

    def test_the_watcher_can_find(self):
        """The check can fail: each hidden card and the secret, shown a moment too early"""
        secret = "5e" * 32
        record = {"community": "2c 3d 4h 5s 7c", "dealer": "Qs Qc", "fairness": {"secret": secret},
                  "players": [{"seat": 1, "cards": "Ah Kh", "play": ["4x"]},
                              {"seat": 2, "cards": "9c 9d", "play": ["check", "check", "fold"]}]}

        def texts(phase, *cards, **more):
            seats = [{"result": None}, {"result": None}]
            return [json.dumps({"type": "view", "table": 1, "round": 1, "phase": phase, "seats": seats,
                                "cards": cards, **more}, separators=(",", ":"))]

        def look(said, seat=0):
            return self.look_through(1, said, {1: record}, lambda view: seat)
        for phase, seat, good, bad in (("preflop", 0, (), "2c"), ("preflop", 1, ("Ah", "Kh"), "9c"),
                                       ("flop", 2, ("2c", "3d", "4h", "9d"), "5s"),
                                       ("river", 0, ("5s", "7c"), "Qs"), ("betting", 1, (), "Ah"),
                                       ("showdown", 0, ("Qs", "Qc"), "Ah"), ("settled", 0, ("Ah",), "9c")):
            self.assertEqual(look(texts(phase, *good), seat), 1)
            with self.assertRaises(AssertionError, msg=(phase, bad)):
                look(texts(phase, *good, bad), seat)
        self.assertEqual(self.secrets_come_late(texts("over", last=secret), {1: record}), 1)
        with self.assertRaises(AssertionError):
            self.secrets_come_late(texts("river", last=secret), {1: record})

    def test_the_secret_of_a_round_in_play_is_not_readable_in_the_store(self):
        """The plug is pulled in the middle: the file that is left does not hold it"""
        slow = {"betting_ms": 60000, "decision_ms": 60000}
        room = self.room(table("Table", "washington", **slow))
        manager, ada = self.manager(room), self.guest(room)
        ada.sit(1, 1, 50000)
        ada.until(1, lambda v: v["you"]["options"]["wager"])
        ada.do("wager", 1, stakes={"ante": 500, "blind": 500}, ready=True)
        ada.until(1, lambda v: v["you"]["options"]["decisions"])
        room.kill()
        left = b"".join(p.read_bytes() for p in sorted(pathlib.Path(room.directory).glob("uth.db*")))
        room.start()
        ada.connect()
        ada.views.clear()
        ada.watch(1)
        ada.do("decide", 1, action="4x")
        ada.until(1, lambda v: v["last"] or v["phase"] in ("settled", "over"))
        ada.do("stand", 1)
        for _ in range(200):
            response = manager.ask("GET", "/api/rounds/1/1")
            if response.status == 200:
                break
            time.sleep(0.05)
        secret = json.loads(response.body)["fairness"]["secret"]
        self.assertNotIn(bytes.fromhex(secret), left)
        self.assertNotIn(secret.encode(), left)
        # And it is there now that the round is over, so that the search above means something.
        self.assertIn(bytes.fromhex(secret), b"".join(
            p.read_bytes() for p in sorted(pathlib.Path(room.directory).glob("uth.db*"))))


if __name__ == "__main__":
    main()
