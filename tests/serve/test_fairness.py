"""Fair dealing over real sockets: parts are committed to, revealed and withheld, and everything signed and
counted is checked by another program (tests/fair/deal_again.py)."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "fair"))
import ed25519  # noqa: E402
from deal_again import H, deck, hands, place, roster_hash  # noqa: E402

from cardroom import UTH, Person, RoomTest, main, table  # noqa: E402

SLOW = {"betting_ms": 60000, "decision_ms": 60000, "result_ms": 60000, "house_players": 0}
STAKES = {"ante": 500, "blind": 500}


class Fairness(RoomTest):
    def two(self, room, **seats):
        people = self.guest(room), self.guest(room)
        for seat, person in enumerate(people, 1):
            person.sit(1, seat, 50000)
        for person in people:
            person.until(1, lambda v: v["state"] == "betting")
        return people

    def bet(self, person, **fields):
        return person.do("wager", 1, stakes=STAKES, ready=True, **fields)

    def record(self, person, number):
        """The record of a round, which `uth verify` finds sound."""
        found = person.get(f"/api/rounds/1/{number}")
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(found, file)
            file.flush()
            done = subprocess.run([UTH, "verify", file.name], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return found

    def over(self, person, number):
        person.until(1, lambda v: v["round"] > number or (v["last"] and v["last"]["round"] == number))

    def test_a_round_with_parts_is_signed_dealt_and_recorded_as_it_was_shown(self):
        """Receipt, roster, cards and record by another program"""
        room = self.room(table("Rainier", "washington", **{**SLOW, "result_ms": 50}))
        ada, ben = self.two(room)
        key = bytes.fromhex(ada.get("/api/fairness")["key"])
        commitment = ada.commit(1)
        shown = dict(ada.views[1]["fairness"], table=1)
        answer = self.bet(ada, part_commitment=commitment)
        text = place(shown) + bytes([1]) + bytes.fromhex(shown["commitment"]) + bytes.fromhex(commitment)
        self.assertTrue(ed25519.fits(key, H(b"uth receipt 1", text), bytes.fromhex(answer["receipt"])))
        again = ada.command("contribute", 1, part_commitment=commitment)
        self.assertEqual(again["receipt"], answer["receipt"])
        self.assert_refused(ada.command("contribute", 1, part_commitment="00" * 32), "another part")
        self.assertNotIn("receipt", self.bet(ben))
        view = ada.until(1, lambda v: v["state"] == "sealed")
        roster = view["fairness"]["roster"]
        self.assertEqual([one["commitment"] for one in roster["seats"]], [commitment, None])
        members = [{**one, "part": None} for one in roster["seats"]]
        whole = {**shown, "bank": roster["bank"], "procedure": roster["procedure"], "roster": members}
        self.assertEqual(roster_hash(whole).hex(), roster["hash"])
        self.assertTrue(ed25519.fits(key, bytes.fromhex(roster["hash"]), bytes.fromhex(roster["signature"])))
        view = ada.until(1, lambda v: v["phase"] == "preflop")
        ada.do("decide", 1, action="4x")
        ben.until(1, lambda v: v["phase"] == "preflop")
        ben.do("decide", 1, action="4x")
        self.over(ada, 1)
        fairness = self.record(ada, 1)["fairness"]
        self.assertEqual(view["seats"][0]["cards"], hands(fairness["procedure"], 2, deck(fairness))[0][0])
        self.assertEqual(fairness["roster"][0]["part"], ada.parts[1, 1, 1].hex())
        self.assertEqual(fairness["signature"], roster["signature"])

    def test_who_withholds_calls_the_round_off_once_and_everybody_can_count_it(self):
        room = self.room(table("Rainier", "washington", **SLOW))
        ada, ben = self.two(room)
        wallet = ada.views[1]["you"]["chips"]
        ben.reveals = False
        self.bet(ada, part_commitment=ada.commit(1))
        self.bet(ben, part_commitment=ben.commit(1))
        view = ben.until(1, lambda v: v["state"] == "sealed")
        wrong = ben.command("reveal", 1, part="00" * 32)
        self.assert_refused(wrong, "not the part")
        self.assert_refused(ben.command("wager", 1, stakes=STAKES, ready=True), "no more bets")
        self.assertGreater(view["fairness"]["reveal_until_ms"], view["server_ms"])
        ada.until(1, lambda v: v["state"] == "sealed")
        self.over(ada, 1)
        view = ben.until(1, lambda v: v["round"] == 2 and v["state"] == "betting")
        self.assertEqual(view["you"]["muted_until_round"], 21)
        self.assertIsNone(ada.until(1, lambda v: v["round"] == 2)["you"]["muted_until_round"])
        self.assertEqual(ada.views[1]["you"]["chips"], wallet)
        record = self.record(ada, 1)
        self.assertEqual((record["cause"], record["fairness"]["withheld"]), ("withheld", [2]))
        self.assert_refused(ben.command("contribute", 1, part_commitment=ben.commit(1)), "withheld")
        self.assertNotIn("receipt", self.bet(ben, part_commitment=ben.commit(1)))
        day = time.strftime("%Y-%m-%d", time.gmtime(view["server_ms"] / 1000))
        stranger = Person(room)
        counts = stranger.get("/api/fairness")
        line = counts["days"][0]
        self.assertEqual((line["table"], line["day"], line["rounds"], line["committed"], line["revealed"],
                          line["withheld"], line["called_off"]), (1, day, 0, 2, 1, 1, 1))
        (abort,) = counts["aborts"]
        self.assertEqual((abort["round"], abort["cause"], abort["withheld"]), (1, "withheld", [{"seat": 2, "role": "guest"}]))
        rounds = stranger.get(f"/api/fairness?table=1&day={day}")["rounds"]
        self.assertEqual([(one["round"], one["outcome"], one["commitment"]) for one in rounds],
                         [(1, "void", record["fairness"]["commitment"])])
        self.assertEqual(stranger.ask("GET", "/api/fairness?table=x").status, 400)

    def test_a_restart_while_parts_are_awaited_gives_everybody_their_time(self):
        room = self.room(table("Rainier", "washington", **SLOW))
        ada, ben = self.two(room)
        ada.reveals = False
        self.bet(ada, part_commitment=ada.commit(1))
        self.bet(ben)
        ada.until(1, lambda v: v["state"] == "sealed")
        room.kill()
        time.sleep(4.5)  # more than a part has
        room.start()
        ada.ws = ben.ws = None
        ada.reveals = True
        for person in (ada, ben):
            person.views.clear()
            person.connect()
            person.watch(1)
        view = ada.until(1, lambda v: v["phase"] == "preflop")
        self.assertIsNone(view["you"]["muted_until_round"])

    def test_the_pit_may_void_a_round_whose_parts_are_awaited_and_it_is_counted(self):
        room = self.room(table("Rainier", "washington", **SLOW))
        ada, ben = self.two(room)
        boss = self.manager(room)
        ada.reveals = False
        self.bet(ada, part_commitment=ada.commit(1))
        self.bet(ben)
        ada.until(1, lambda v: v["state"] == "sealed")
        boss.do("void", 1, reason="a card on the floor")
        self.over(ada, 1)
        record = self.record(ada, 1)
        self.assertEqual((record["cause"], record["fairness"]["dealt"]), ("pit", []))
        self.assertIsNone(ada.until(1, lambda v: v["round"] == 2)["you"]["muted_until_round"])
        day = Person(room).get("/api/fairness")["days"][0]
        self.assertEqual((day["voids_before"], day["voids_after"]), (0, 1))  # the cards may be known by then
        said = room.uth("fairness", "--store", f"sqlite:{room.directory}/uth.db")
        self.assertIn("round 1:1  void: pit", said.stdout, said.stderr)


if __name__ == "__main__":
    main()
