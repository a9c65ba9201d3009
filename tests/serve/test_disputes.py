"""Disputes over real sockets (WA-1): a player of the round or the dealer opens one, a supervisor decides it
with a reason, the pit sees it at once, and the round's record shows it from then on."""
import json
import time

from cardroom import RoomTest, main, table

SLOW = {"betting_ms": 20000, "decision_ms": 20000, "result_ms": 100}


class Disputes(RoomTest):
    def settle_one(self, room, person):
        """Plays a round alone and folds; returns when it is on record."""
        person.sit(1, 3, 100000)
        person.until(1, lambda v: v["you"]["options"]["wager"])
        person.do("wager", 1, stakes={"ante": 500, "blind": 500}, ready=True)
        number = person.views[1]["round"]
        while True:
            view = person.until(1, lambda v: v["phase"] in ("settled", "over")
                                or (v["you"] and v["you"]["options"]["decisions"]))
            if view["phase"] in ("settled", "over"):
                break
            person.do("decide", 1, action=view["you"]["options"]["decisions"][-1])
            person.until(1, lambda v: v["version"] > view["version"])
        for _ in range(400):
            if person.ask("GET", f"/api/rounds/1/{number}").status == 200:
                return number
            time.sleep(0.05)
        self.fail("the round does not end")

    def room_with_round(self):
        room = self.room(table("Rainier", "washington", house_players=0, **SLOW))
        manager = self.manager(room)
        ada = self.guest(room)
        return room, manager, ada, self.settle_one(room, ada)

    def test_a_player_opens_one_and_a_supervisor_decides_it(self):
        """WA-1: pushed to the pit, decided with a reason, in the record, in the log, proved by the audit"""
        room, manager, ada, number = self.room_with_round()
        sue = self.staff(room, manager, "supervisor")
        sue.say(type="watch_pit")
        self.assertEqual(sue.next("pit")["disputes"], [])
        made = ada.post(f"/api/rounds/1/{number}/disputes", {"what": "I had a straight"})
        self.assertEqual((made["dispute"], made["seat"], made["decision"]), (1, 3, "open"))
        pushed = sue.next("pit")
        while not pushed["disputes"]:
            pushed = sue.next("pit")
        self.assertEqual({key: pushed["disputes"][0][key] for key in ("dispute", "table", "round", "seat", "what")},
                         {"dispute": 1, "table": 1, "round": number, "seat": 3, "what": "I had a straight"})
        record = ada.get(f"/api/rounds/1/{number}")
        self.assertEqual((record["disputes"][0]["what"], record["disputes"][0]["decision"]),
                         ("I had a straight", "open"))
        again = ada.post(f"/api/rounds/1/{number}/disputes", {"what": "again"}, status=409)
        self.assertIn("dispute 1 about this round is still open", again["error"]["message"])

        for body, said in (({"decision": "stands"}, "reason"), ({"decision": "stands", "reason": "  "}, "reason"),
                           ({"decision": "maybe", "reason": "x"}, "decision: stands"),
                           ({"decision": "open", "reason": "x"}, "decision: stands"),
                           ({"decision": "stands", "reason": "a\nb"}, "one line")):  # fmt: skip
            answer = sue.post("/api/disputes/1/decision", body, status=400)
            self.assertIn(said, answer["error"]["message"])
        decided = sue.post("/api/disputes/1/decision",
                           {"decision": "stands", "reason": "the board shows no straight"})
        self.assertEqual((decided["decision"], decided["reason"], decided["opened_by"]),
                         ("stands", "the board shows no straight", ada.get("/api/me")["id"]))
        while pushed["disputes"]:
            pushed = sue.next("pit")
        late = sue.post("/api/disputes/1/decision", {"decision": "other", "reason": "x"}, status=409)
        self.assertIn("dispute 1 is decided: stands", late["error"]["message"])
        sue.post("/api/disputes/2/decision", {"decision": "other", "reason": "x"}, status=404)

        record = ada.get(f"/api/rounds/1/{number}")
        shown = record["disputes"][0]
        self.assertEqual((shown["decision"], shown["reason"]), ("stands", "the board shows no straight"))
        rounds = ada.get("/api/rounds?player=me")["rounds"]
        self.assertEqual([line["disputes"] for line in rounds if line["round"] == number], [["stands"]])
        log = manager.get("/api/log?limit=10")["log"]
        lines = {line["what"]: line for line in log if line["what"].startswith("dispute")}
        self.assertEqual(set(lines), {"dispute opened", "dispute decided"})
        self.assertEqual(lines["dispute decided"]["why"], "the board shows no straight")
        self.assertEqual(lines["dispute decided"]["before"]["decision"], "open")
        self.assertTrue(manager.post("/api/audit/verify")["ok"])
        room.stop()
        store = ("--store", f"sqlite:{room.directory}/uth.db")
        told = room.uth("replay", f"1:{number}", *store).stdout
        self.assertIn("opened by seat 3: I had a straight\n", told)
        self.assertIn(", stands: the board shows no straight\n", told)
        line = room.uth("replay", f"1:{number}", *store, "--json").stdout
        self.assertEqual(json.loads(line)["disputes"][0]["decision"], "stands")

    def test_a_stranger_disputes_no_round_they_did_not_play(self):
        """WA-1: 403 for whoever had no part in it, an auditor too; a dealer may, of no seat"""
        room, manager, ada, number = self.room_with_round()
        bob = self.guest(room)
        for person in (bob, self.staff(room, manager, "auditor")):
            answer = person.post(f"/api/rounds/1/{number}/disputes", {"what": "unfair"}, status=403)
            self.assertEqual(answer["error"]["clause"], "WA-1")
        self.assertEqual(manager.get("/api/disputes")["disputes"], [])
        dan = self.staff(room, manager, "dealer")
        made = dan.post(f"/api/rounds/1/{number}/disputes", {"what": "the player says it was a straight"})
        self.assertEqual((made["seat"], made["opened_name"]), (0, dan.get("/api/me")["name"]))
        ada.post(f"/api/rounds/1/{number}/disputes", {"what": "it was"})
        both = manager.get("/api/disputes?open=1")["disputes"]
        self.assertEqual([line["dispute"] for line in both], [2, 1])

    def test_what_is_no_dispute_is_refused(self):
        room, manager, ada, number = self.room_with_round()
        path = f"/api/rounds/1/{number}/disputes"
        for body in ({}, {"what": ""}, {"what": "   "}, {"what": 5}, {"what": "x" * 201}, {"what": "a\tb"},
                     {"what": "x", "seat": 1}):  # fmt: skip
            self.assertEqual(ada.ask("POST", path, body).status, 400, body)
        for missing in ("/api/rounds/1/99/disputes", "/api/rounds/9/1/disputes", "/api/rounds/1/0/disputes"):
            self.assertEqual(ada.ask("POST", missing, {"what": "x"}).status, 404, missing)
        self.assertEqual(manager.get("/api/disputes?limit=5")["disputes"], [])
        self.assertEqual(manager.ask("GET", "/api/disputes?limit=0").status, 400)

    def test_nobody_decides_their_own(self):
        """WA-1: another person than the one who opened it"""
        room, manager, _, number = self.room_with_round()
        sue = self.staff(room, manager, "supervisor")
        sue.post(f"/api/rounds/1/{number}/disputes", {"what": "a card was exposed"})
        answer = sue.post("/api/disputes/1/decision", {"decision": "stands", "reason": "no"}, status=403)
        self.assertIn("by the person who opened it", answer["error"]["message"])
        manager.post("/api/disputes/1/decision", {"decision": "wager_voided", "reason": "it was exposed"})

    def test_a_round_in_play_can_be_disputed_and_a_restart_keeps_it(self):
        room, manager, ada, _ = self.room_with_round()
        ada.until(1, lambda v: v["you"]["options"]["wager"])
        ada.do("wager", 1, stakes={"ante": 500, "blind": 500}, ready=True)
        view = ada.until(1, lambda v: v["you"]["options"]["decisions"])
        path = f"/api/rounds/1/{view['round']}/disputes"
        self.assertEqual(self.guest(room).ask("POST", path, {"what": "me too"}).status, 403)
        self.assertEqual(ada.post(path, {"what": "no cards"})["seat"], 3)
        manager.post("/api/disputes/1/decision", {"decision": "corrected", "reason": "dealt again \u2660"})
        ada.post(path, {"what": "still none"})
        before = manager.get("/api/disputes")["disputes"]
        room.kill()
        room.start()
        manager = self.manager(room)
        self.assertEqual(manager.get("/api/disputes")["disputes"], before)
        room.stop()
        store = ("--store", f"sqlite:{room.directory}/uth.db")
        listed = json.loads(room.uth("dispute", "list", *store, "--json").stdout)["disputes"]
        self.assertEqual([(line["dispute"], line["decision"]) for line in listed], [(2, "open"), (1, "corrected")])
        decide = ("dispute", "decide", "2", *store, "--key", f"{room.directory}/uth.key", "--as", "manager",
                  "--decision", "stands", "--reason", "the camera shows them")  # fmt: skip
        done = room.uth(*decide)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("  reason    the camera shows them\n", done.stdout)
        self.assertIn("dispute 2 is decided: stands", room.uth(*decide).stderr)
        self.assertEqual(room.uth("dispute", "list", "--open", *store).stdout, "")
        self.assertIn("no dispute '3'", room.uth("dispute", "show", "3", *store).stderr)
        self.assertEqual(room.uth(*("maybe" if word == "stands" else word for word in decide)).returncode, 2)
        self.assertEqual(room.uth("audit", "verify", *store).returncode, 0)


if __name__ == "__main__":
    main()
